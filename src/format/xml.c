/* A pull parser around expat; see xml.h.
 *
 * Bytes come in chunks. Within a document the position of chunk[at] is `fed`; when the
 * root element ends, what is left of the chunk belongs to the next document, for which
 * the parser is reset. */
#include "format/xml.h"

#include "base/alloc.h"
#include "base/in.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024 };

static const char too_long[] = "an XML tag or comment is longer than 16 megabytes";
_Static_assert(PL_MAX_LINE == (size_t)16 << 20, "as the message says");

/* -- expat's side ------------------------------------------------------------------ */

static void stop(pl_xml *x)
{
    XML_StopParser(x->parser, XML_TRUE);
}

void pl_xml_abort(pl_xml *x)
{
    XML_StopParser(x->parser, XML_FALSE);
}

/* Ends the reading at one of the limits. */
static void refuse(pl_xml *x, const char *what)
{
    pl_xml_limit(x, what);
    pl_xml_abort(x);
}

/* Each handler calls this first: notes how far the parser has come. Refuses a tag or
 * comment over the limit, and returns false then. */
static bool heard(pl_xml *x)
{
    size_t n = (size_t)XML_GetCurrentByteCount(x->parser);
    x->heard = XML_GetCurrentByteIndex(x->parser) + (long long)n;
    if (n > PL_MAX_LINE)
        refuse(x, too_long);
    return n <= PL_MAX_LINE;
}

static void XMLCALL on_start(void *context, const char *name, const char **attrs)
{
    pl_xml *x = context;
    if (!heard(x))
        return;
    x->any_element = true;
    if (++x->depth > PL_MAX_DEPTH) {
        refuse(x, "XML elements nested too deep");
        return;
    }
    if (x->on->start != NULL)
        x->on->start(x, name, attrs);
    if (x->verbatim != NULL)
        XML_DefaultCurrent(x->parser);
}

static void XMLCALL on_end(void *context, const char *name)
{
    pl_xml *x = context;
    if (!heard(x))
        return;
    if (x->verbatim != NULL)
        XML_DefaultCurrent(x->parser);
    if (x->on->end != NULL)
        x->on->end(x, name);
    if (--x->depth == 0) {
        x->document_end =
            XML_GetCurrentByteIndex(x->parser) + XML_GetCurrentByteCount(x->parser);
        stop(x);
    } else if (x->paused)
        stop(x);
}

static void XMLCALL on_text(void *context, const char *text, int n)
{
    pl_xml *x = context;
    if (!heard(x))
        return;
    if (x->keep_text && x->text.n + (size_t)n > PL_MAX_LINE)
        refuse(x, "more text in an element than pleach reads");
    else if (x->keep_text)
        pl_str_put(&x->text, text, (size_t)n);
    if (x->verbatim != NULL)
        XML_DefaultCurrent(x->parser);
}

static void XMLCALL on_instruction(void *context, const char *target, const char *text)
{
    pl_xml *x = context;
    if (!heard(x))
        return;
    if (x->keep_notes && strcmp(target, "pleach") == 0)
        PL_PUSH(&x->notes, pl_arena_strdup(x->m, text));
    if (x->verbatim != NULL)
        XML_DefaultCurrent(x->parser);
}

/* The declaration is written anew: it may name another encoding. */
static void XMLCALL on_declaration(void *context, const char *version,
                                   const char *encoding, int standalone)
{
    heard(context);
}

/* Sets up an encoding that the declaration names and expat does not know. */
static int XMLCALL on_encoding(void *unused, const char *name, XML_Encoding *to)
{
    const pl_encoding_row *row = pl_encoding_of_bytes(name);
    if (row == NULL)
        return XML_STATUS_ERROR;
    for (int i = 0; i < 256; i++)
        to->map[i] = pl_encoding_char(row, (unsigned char)i);
    to->data = NULL;
    to->convert = NULL;
    to->release = NULL;
    return XML_STATUS_OK;
}

/* Comments, and everything that is copied as it is. */
static void XMLCALL on_other(void *context, const char *text, int n)
{
    pl_xml *x = context;
    if (!heard(x) || x->verbatim == NULL)
        return;
    if (x->verbatim->n + (size_t)n > PL_MAX_LINE)
        refuse(x, "the XML before the sentences is longer than pleach reads");
    else
        pl_str_put(x->verbatim, text, (size_t)n);
}

static void prepare(pl_xml *x)
{
    XML_SetUserData(x->parser, x);
    XML_SetElementHandler(x->parser, on_start, on_end);
    XML_SetCharacterDataHandler(x->parser, on_text);
    XML_SetProcessingInstructionHandler(x->parser, on_instruction);
    XML_SetXmlDeclHandler(x->parser, on_declaration);
    XML_SetDefaultHandlerExpand(x->parser, on_other);
    XML_SetUnknownEncodingHandler(x->parser, on_encoding, NULL);
    if (pl_in_mark(x->reader->in) > 0 || pl_in_encoding(x->reader->in) != PL_UTF8)
        XML_SetEncoding(x->parser, "UTF-8"); /* in.c has decoded it, whatever the declaration says */
}

/* -- pulling ----------------------------------------------------------------------- */

struct XML_ParserStruct *pl_xml_new_parser(void)
{
    static const XML_Memory_Handling_Suite memory = {pl_alloc, pl_realloc, free};
    return XML_ParserCreate_MM(NULL, &memory, NULL);
}

void pl_xml_open(pl_xml *x, pl_reader *r, const pl_xml_events *on, void *context)
{
    x->reader = r;
    x->on = on;
    x->context = context;
    x->parser = pl_xml_new_parser();
    x->cap = CHUNK;
    x->chunk = pl_alloc(x->cap);
    x->document_end = -1;
    prepare(x);
}

void pl_xml_close(pl_xml *x)
{
    if (x->parser != NULL)
        XML_ParserFree(x->parser);
    pl_str_release(&x->text);
    PL_VEC_RELEASE(&x->notes);
    free(x->chunk);
}

/* Bytes of a tag or comment that the parser has seen the beginning of, but not the end. */
static size_t unfinished(const pl_xml *x)
{
    return x->fed > x->heard ? (size_t)(x->fed - x->heard) : 0;
}

/* Reads a chunk when the last one is used up: as much again as there is of an unfinished
 * tag, or a long tag would be scanned too many times. Fails if the tag is over the limit
 * and goes on: parser and chunk never hold more than twice the limit. */
static int refill(pl_xml *x, pl_error *err)
{
    if (x->at < x->n)
        return 1;
    size_t begun = unfinished(x);
    size_t want = begun > CHUNK && begun <= PL_MAX_LINE ? begun : CHUNK;
    if (want > x->cap)
        x->chunk = pl_realloc(x->chunk, x->cap = want);
    x->at = x->n = 0;
    while (x->n < want) {
        long got = pl_in_read(x->reader->in, x->chunk + x->n, want - x->n, err);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        x->n += (size_t)got;
        x->read += (size_t)got;
    }
    if (x->n > 0 && begun > PL_MAX_LINE) {
        x->reader->broken = true;
        return pl_fail(err, PL_TOO_LARGE, "%s:%zu: %s", pl_in_name(x->reader->in),
                       pl_xml_line(x), too_long);
    }
    return x->n > 0;
}

/* Up to the next byte that is not a space: 1, 0 if there is none, -1. */
static int skip_spaces(pl_xml *x, pl_error *err)
{
    int got;
    while ((got = refill(x, err)) > 0) {
        for (; x->at < x->n; x->at++) {
            char c = x->chunk[x->at];
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
                return 1;
            x->lines_before += c == '\n';
        }
    }
    return got;
}

/* Up to the first byte of a document: 1, 0 if there is none, -1. */
static int find_document(pl_xml *x, pl_error *err)
{
    int got = skip_spaces(x, err);
    if (got == 0 && x->n_documents == 0 && !x->reader->options.middle) {
        x->reader->broken = true;
        return pl_fail(err, PL_BAD_INPUT,
                       "%s:1: the file is empty, but XML needs a root element",
                       pl_in_name(x->reader->in));
    }
    x->open = got > 0;
    x->any_element = false;
    x->fed = x->heard = 0;
    x->document_start = x->read - (x->n - x->at);
    return got;
}

void pl_xml_first(pl_xml *x)
{
    if (x->reader->n_read + x->reader->n_failed > 0)
        return;
    x->reader->level = x->depth - 1;
    x->reader->head =
        x->depth > 1 ? x->document_start + (size_t)XML_GetCurrentByteIndex(x->parser) : 0;
}

bool pl_xml_is_cut(const pl_xml *x)
{
    const pl_read_options *o = &x->reader->options;
    size_t at = x->document_start + (size_t)XML_GetCurrentByteIndex(x->parser);
    return (o->middle || o->unfinished) && at >= o->head;
}

bool pl_xml_at_end(pl_xml *x)
{
    if (x->open)
        return false;
    pl_error late;
    int got = skip_spaces(x, &late);
    if (got < 0) {
        x->input_failed = true;
        x->late = late;
    }
    return got == 0;
}

/* After the root element's end: the rest of the chunk is for the next document. */
static void end_document(pl_xml *x)
{
    x->lines_before += XML_GetCurrentLineNumber(x->parser) - 1;
    x->at += (size_t)(x->document_end - x->fed);
    x->document_end = -1;
    x->n_documents++;
    x->open = x->suspended = false;
    XML_ParserReset(x->parser, NULL);
    prepare(x);
}

/* Puts "FILE:LINE: sentence ID: " in front of what is wrong. */
static void place_failure(const pl_xml *x, size_t line, pl_error *err)
{
    bool known = x->sentence != NULL;
    pl_fail_prefix(err, "%s:%zu: %s%s%s", pl_in_name(x->reader->in),
                   line > 0 ? line : pl_xml_line(x), known ? "sentence " : "",
                   known ? x->sentence : "", known ? ": " : "");
}

static int broken(pl_xml *x, pl_error *err)
{
    enum XML_Error code = XML_GetErrorCode(x->parser);
    if (x->failed)
        *err = x->failure;
    else {
        const char *hint = "";
        if (code == XML_ERROR_UNKNOWN_ENCODING)
            hint = " (convert the file to UTF-8, for example with iconv)";
        else if (code == XML_ERROR_INVALID_TOKEN)
            hint = " (or not in the encoding it declares)";
        else if (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN)
            hint = ": the file ends too early";
        pl_fail(err, PL_BAD_INPUT, "not well-formed XML: %s%s", XML_ErrorString(code),
                hint);
        place_failure(x, 0, err);
    }
    x->reader->broken = true;
    return -1;
}

/* Hands the parser what it has not seen: its status. */
static int parse(pl_xml *x, bool last)
{
    if (x->suspended) {
        x->suspended = false;
        return (int)XML_ResumeParser(x->parser);
    }
    return (int)XML_Parse(x->parser, x->chunk + x->at, (int)(x->n - x->at), last);
}

/* A stretch ends between two sentences, or the place where the file was cut was none: in a comment,
 * or inside an element that begins between sentences. */
static int end_stretch(pl_xml *x, pl_error *err)
{
    const pl_reader *first = x->reader->options.first;
    if (first != NULL && x->depth == first->level && unfinished(x) == 0)
        return 0;
    x->reader->broken = true;
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "%s: cannot be cut: sentences are in elements of different depth, or in "
                   "comments; 'pleach convert' writes a file that can be",
                   pl_in_name(x->reader->in));
}

int pl_xml_run(pl_xml *x, pl_error *err)
{
    x->failed = x->paused = false;
    x->keep_text = x->keep_notes = false;
    x->sentence = NULL;
    if (x->input_failed) {
        *err = x->late;
        return -1;
    }
    for (;;) {
        int got = x->open ? 1 : find_document(x, err);
        if (got > 0 && !x->suspended)
            got = refill(x, err);
        if (got < 0 || (got == 0 && !x->open))
            return got;
        if (got == 0 && x->reader->options.unfinished)
            return end_stretch(x, err);
        int status = parse(x, got == 0);
        if (status == XML_STATUS_ERROR) {
            bool only_comments = x->n_documents > 0 && !x->any_element && got == 0 &&
                                 XML_GetErrorCode(x->parser) == XML_ERROR_NO_ELEMENTS;
            x->open = false;
            return only_comments ? 0 : broken(x, err);
        }
        if (x->document_end >= 0)
            end_document(x);
        else if (status == XML_STATUS_SUSPENDED)
            x->suspended = true;
        else {
            x->fed += (long long)(x->n - x->at);
            x->at = x->n;
        }
        if (x->paused) {
            x->reader->end = x->document_start + (size_t)x->heard;
            return 1;
        }
    }
}

/* -- for the handlers -------------------------------------------------------------- */

void pl_xml_pause(pl_xml *x)
{
    x->paused = true;
}

size_t pl_xml_line(const pl_xml *x)
{
    return x->lines_before + XML_GetCurrentLineNumber(x->parser);
}

void pl_xml_fail(pl_xml *x, size_t line, const char *format, ...)
{
    if (x->failed)
        return;
    x->failed = true;
    va_list args;
    va_start(args, format);
    pl_vfail(&x->failure, PL_BAD_INPUT, format, args);
    va_end(args);
    place_failure(x, line, &x->failure);
}

void pl_xml_limit(pl_xml *x, const char *what)
{
    if (x->failed)
        return;
    pl_xml_fail(x, 0, "%s", what);
    x->failure.code = PL_TOO_LARGE;
}

pl_tree *pl_xml_finish(pl_xml *x, pl_build *b, bool tree, const char *root, size_t line)
{
    pl_error why;
    pl_tree *t = tree ? pl_build_finish(b, root, &why) : pl_build_words(b, &why);
    if (t == NULL) {
        pl_xml_fail(x, line, "%s", why.text);
        x->failure.code = why.code;
    }
    return t;
}

int pl_xml_verdict(const pl_xml *x, pl_error *err)
{
    if (x->failed && err != NULL)
        *err = x->failure;
    return x->failed ? -1 : 1;
}

const char *pl_xml_get(const char **attrs, const char *name)
{
    for (; *attrs != NULL; attrs += 2)
        if (attrs[0][0] == name[0] && strcmp(attrs[0], name) == 0)
            return attrs[1];
    return NULL;
}

pl_attr **pl_xml_field(pl_arena *m, pl_attr **next, const char *key, const char *value)
{
    return pl_attr_add(m, next, pl_arena_strdup(m, key), pl_arena_strdup(m, value));
}

const char *pl_xml_value(pl_arena *m, const char *text)
{
    return text == NULL || strcmp(text, "--") == 0 ? NULL : pl_arena_strdup(m, text);
}

/* Skips a comment, instruction or CDATA section at `at`. Returns its end, or NULL if it does not end, or
 * `at` if no such section begins there. */
static const char *pass_over(const char *at)
{
    static const char *const kinds[][2] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(at, kinds[i][0], strlen(kinds[i][0])) == 0) {
            const char *end = strstr(at + strlen(kinds[i][0]), kinds[i][1]);
            return end != NULL ? end + strlen(kinds[i][1]) : NULL;
        }
    return at;
}

static bool is_element(const char *at, const char *name)
{
    size_t n = strlen(name);
    return *at == '<' && strncmp(at + 1, name, n) == 0 && at[1 + n] != '\0' &&
           strchr(" \t\r\n/>", at[1 + n]) != NULL;
}

/* Returns the name of the first element that identifies an XML format, or NULL. */
static const char *first_element(const char *text)
{
    static const char *const names[] = {"alpino_ds", "corpus", "subcorpus", "terminals"};
    while (text != NULL && (text = strchr(text, '<')) != NULL) {
        const char *after = pass_over(text);
        for (size_t i = 0; after == text && i < sizeof names / sizeof *names; i++)
            if (is_element(text, names[i]))
                return names[i];
        text = after == text ? text + 1 : after;
    }
    return NULL;
}

pl_sniffed pl_xml_sniff(const char *bytes, size_t n, const char *const *names)
{
    pl_str text = {0};
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != '\0') /* NUL bytes occur in UTF-16 */
            pl_str_putc(&text, bytes[i]);
    const char *start = pl_str_text(&text) + strspn(pl_str_text(&text), " \t\r\n");
    const char *found = *start == '<' ? first_element(start) : NULL;
    bool open = found == NULL && (*start == '<' || *start == '\0');
    pl_sniffed sniffed = open ? PL_SNIFF_OPEN : PL_SNIFF_NO;
    for (; found != NULL && *names != NULL; names++)
        if (strcmp(found, *names) == 0)
            sniffed = PL_SNIFF_SURE;
    pl_str_release(&text);
    return sniffed;
}
