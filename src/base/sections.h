/* The file that models live in: named sections of bytes, checked as a whole. The parser,
 * the tagger and the tokenizer each have sections of their own, so one file can carry all
 * three; readers ignore sections that they do not know. docs/modelfile.md describes it.
 *
 *     pl_section_list list = {0};
 *     pl_sections_add(&list, "tags", bytes, n);  …
 *     pl_sections_save(&list, "nl.model", &err);
 *     pl_sections_release(&list);
 *
 *     pl_sections *file = pl_sections_open("nl.model", &err);
 *     if (pl_sections_find(file, "tags", &bytes, &n)) …
 *     pl_sections_close(file);
 */
#pragma once

#include "base/err.h"
#include "base/options.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define PL_MODEL_VERSION 1u

enum { PL_MAX_SECTIONS = 64, PL_SECTION_NAME = 16 };

/* -- writing ------------------------------------------------------------------------- */

typedef struct pl_section_list {
    pl_str bytes; /* of all sections, each at a multiple of 64 */
    PL_VEC(struct pl_section_part) parts;
    bool quickly; /* compress quickly rather than well */
} pl_section_list;

struct pl_section_part {
    char name[PL_SECTION_NAME]; /* padded with zeros */
    size_t at, n;               /* in `bytes` */
};

/* Copies the bytes; the name has fewer than PL_SECTION_NAME characters and is new. */
void pl_sections_add(pl_section_list *list, const char *name, const void *bytes,
                     size_t n);
/* The same of n numbers of `width` bytes, which are little-endian in the file. A reader
 * copies them and calls pl_file_order (base/byteorder.h). */
void pl_sections_add_numbers(pl_section_list *list, const char *name, const void *numbers,
                             size_t n, size_t width);
/* Between the two, the caller appends the section to list->bytes. */
void pl_sections_begin(pl_section_list *list, const char *name);
void pl_sections_end(pl_section_list *list);
void pl_sections_add_text(pl_section_list *list, const char *name, const pl_str *text);
/* Strings in the order of their numbers, each ending in a zero byte. */
void pl_sections_add_strings(pl_section_list *list, const char *name,
                             const pl_intern *strings);
/* Writes the file beside its place and moves it there when it is complete, so that an
 * old one is never left half overwritten (a device or a pipe is written to directly);
 * compressed if the name ends in .zst. Uses the list up. 0, or -1 with the reason. */
int pl_sections_save(pl_section_list *list, const char *path, pl_error *err);
void pl_sections_release(pl_section_list *list);
/* Writes size and checksum into the header of a file in memory, whatever follows it. */
void pl_sections_seal(void *bytes, size_t n);

/* -- reading ------------------------------------------------------------------------- */

typedef struct pl_sections pl_sections;

/* Zero bytes behind the last section, so that a number may be read before it is known to
 * be there. */
enum { PL_SECTIONS_SLACK = 4 };

/* Reads the file into memory and decompresses it. `name` is a path, or the bare name of a
 * model that is installed, like nl: such a file is mapped instead if it is not compressed
 * and others cannot write it (docs/modelfile.md). NULL with the reason: no such file, not a model,
 * of a newer version, damaged, larger than the limit (docs/modelfile.md). */
pl_sections *pl_sections_open(const char *name, pl_error *err);
uint64_t pl_sections_checksum(const pl_sections *f); /* of its content, as the file has it */
/* The same for a path, whatever it looks like; `what` (kept) is the word for the file in
 * messages: "model", "checkpoint". */
pl_sections *pl_sections_open_path(const char *path, const char *what, pl_error *err);
/* The same from a copy of n bytes. */
pl_sections *pl_sections_from_memory(const char *name, const void *bytes, size_t n,
                                     pl_error *err);
/* The bytes of a section, which live as long as the file is open; false, and no bytes, if
 * there is no such section. They begin at a multiple of 64 bytes. */
bool pl_sections_find(const pl_sections *file, const char *name, const char **bytes,
                      size_t *n);
bool pl_sections_has(const pl_sections *file, const char *name);
/* Appends a section that is text, up to its first NUL, if there is one. */
void pl_sections_text(const pl_sections *file, const char *name, pl_str *out);
/* Replaces the contents of `to` by the strings of a section. 0, or -1 with the reason:
 * the section is missing or empty, its last string does not end, or a string occurs
 * twice. */
int pl_sections_strings(const pl_sections *file, const char *name, pl_intern *to,
                        pl_error *err);
/* The name of section i (PL_SECTION_NAME bytes, padded with zeros) and its size; NULL if
 * there are no more than i sections. */
const char *pl_sections_at(const pl_sections *file, uint32_t i, size_t *n);
/* Says that a section makes no sense; returns -1. */
int pl_sections_damaged(const pl_sections *file, const char *what, pl_error *err);
const char *pl_sections_name(const pl_sections *file); /* the path, for messages */
size_t pl_sections_size(const pl_sections *file);      /* bytes of the file on disk */
/* Writes the file as it was before compression to another place, like pl_sections_save. */
int pl_sections_write(const pl_sections *file, const char *path, pl_error *err);
void pl_sections_close(pl_sections *file);             /* NULL is fine */

/* -- what a model says of itself: lines "key: value", in its section `about` -------------- */

/* The value of a line into `out`; false if there is no such line. */
bool pl_about_get(const pl_str *about, const char *key, pl_str *out);
/* The same as a number, `otherwise` if there is none. */
long pl_about_number(const pl_str *about, const char *key, long otherwise);
double pl_about_real(const pl_str *about, const char *key, double otherwise);
/* Returns the index of the choice that the line `key` names, or -1 if there is no such line or choice. */
int pl_about_choice(const pl_str *about, const char *key, const pl_option_choice *choices);
/* Sets a line, in its place if it is there, else as the last. */
void pl_about_set(pl_str *about, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
