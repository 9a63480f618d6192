/* The one way in which pleach writes a file: nobody ever sees half of one, and what was
 * there before stays until the new file is whole.
 *
 *     pl_file *f = pl_file_create(path, &err);
 *     if (pl_file_write(f, bytes, n) < 0) …                  errno says why
 *     status = pl_file_commit(f, &err);                      or pl_file_cancel(f)
 *
 * The bytes go to a new file in the same folder (.NAME.NUMBER.part, made only if
 * no file and no link has that name). NUMBER is a checksum of NAME, so that the next run with this
 * output finds and removes the file that a killed run has left. If another run is writing that
 * file, NUMBER is random. pl_file_commit brings the file to the disk (fsync), moves
 * it over the old file (rename) and brings the folder to the disk. The new file gets
 * mode, owner and group of the old one as far as the system permits it; where the group
 * cannot be kept, its rights are dropped. A symbolic link stays: the file it leads to is
 * replaced, or made. A file without permission to write is not replaced.
 *
 * An output that is no regular file (/dev/null, a fifo, a terminal) is written directly,
 * and so is a descriptor (/dev/stdout, /dev/fd/N); commit and cancel only close it then.
 *
 * Several threads may each write files of their own. */
#pragma once

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct pl_file pl_file;

/* All give NULL with the reason in `err` on failure. Where the guard is on, what the run
 * reads is refused (see guard.h). */
pl_file *pl_file_create(const char *path, pl_error *err);
/* Writes to the file itself, which others can read while it grows: from its start, or
 * with `keep` from its end. */
pl_file *pl_file_grow(const char *path, bool keep, pl_error *err);
/* Keeps others from locking the same path, until pl_file_cancel or the end of the
 * process, however it ends. Fails if another process or another lock of this one has it.
 * No regular file is made: its name beside the path is .NAME.lock. Devices, and file
 * systems without locks, are not locked. */
pl_file *pl_file_lock(const char *path, pl_error *err);
/* Removes what runs that were killed have left of a file, which is locked: .NAME.NUMBER.part beside
 * it that nobody is writing. Those of file systems without locks stay. */
void pl_file_tidy(const pl_file *lock);

/* 0, or -1 with the reason in errno. Signals, and a pipe that does not wait (O_NONBLOCK),
 * lose nothing. */
int pl_file_write(pl_file *f, const void *bytes, size_t n);
int pl_write_all(int descriptor, const void *bytes, size_t n); /* the same, of any file */
/* Brings what was written to the disk, but not to its place yet, and tells what it is: 0, or -1 with
 * errno. */
int pl_file_settle(const pl_file *f, struct stat *info);
bool pl_file_replaces(const pl_file *f);       /* an older file, if it is committed */
int pl_file_commit(pl_file *f, pl_error *err); /* frees it: 0, or -1 and the old stays */
void pl_file_cancel(pl_file *f);               /* frees it; the old file stays */

/* -- files that a later run may continue --------------------------------------------------- */

/* Keeps the bytes written from now on, however the program ends: in .NAME.NUMBER.part, or in the file
 * itself if it grows in place. Writes `record`, which describes how the file is made, to
 * .NAME.NUMBER.resume; pl_file_commit removes that file. pl_file_cancel removes both files, but nothing
 * of a file that grows in place. Returns 1; 0 if no later run could find the file (it is a device, or
 * another run is writing NAME); or -1 with the reason. */
int pl_file_keep(pl_file *f, const char *record, pl_error *err);
/* Closes and frees a kept file that is not complete. It stays on disk for a later run. Returns 0, or -1
 * with errno. */
int pl_file_leave(pl_file *f);
/* Appends the paths of .NAME.NUMBER.part and .NAME.NUMBER.resume; the files need not exist. Returns 1, or
 * 0 if the path is a descriptor. */
int pl_file_left(const char *path, pl_str *part, pl_str *record);
/* Renames the .part file of an earlier run to NAME, or removes it if `keep` is false. Returns 1, 0 if
 * there is no such file, or -1 with the reason, such as that another run is writing it. The .resume file
 * stays. */
int pl_file_take_up(const char *path, bool keep, pl_error *err);

/* Removes what has been written of all files that are not whole yet. For a program that
 * is about to end; may be called in a signal handler and when memory has run out. */
void pl_file_remove_unfinished(void);
