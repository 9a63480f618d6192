/* The help of a command, made from its rows: as text for the terminal, and as the frame
 * of its manual page. tools/man.sh puts the hand-written parts, which are the files in
 * man/, into that frame at the line that holds the mark below. */
#include "command.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#ifndef PL_VERSION
#define PL_VERSION "unknown"
#endif

#define DESCRIPTION_MARK ".\\\" DESCRIPTION"

enum { INDENT = 28, WIDTH = 78 };

/* Above the rows of each table; a table without title goes on under the one before. */
static const char *const titles[N_TABLES] = {"Options", NULL,
                                             "Transforms, applied in the order given"};

/* -- text --------------------------------------------------------------------------- */

/* Prints words within WIDTH columns; the cursor is at INDENT, later lines begin there. */
static void print_wrapped(const char *text)
{
    int column = INDENT;
    while (*text != '\0') {
        int n = (int)strcspn(text, " "), wide = (int)pl_utf8_count(text, (size_t)n);
        if (column > INDENT && column + 1 + wide > WIDTH) {
            printf("\n%*s", INDENT, "");
            column = INDENT;
        } else if (column > INDENT) {
            putchar(' ');
            column++;
        }
        printf("%.*s", n, text);
        column += wide;
        text += n + (text[n] == ' ');
    }
    putchar('\n');
}

static void print_row(const option_row *row)
{
    int n = row->letter != 0 ? printf("  -%c, ", row->letter) : printf("      ");
    n += printf("--%s", row->name);
    if (row->arg != NULL) {
        printf(" %s", row->arg);
        n += 1 + (int)pl_utf8_width(row->arg);
    }
    if (n > INDENT - 2)
        printf("\n%*s", INDENT, "");
    else
        printf("%*s", INDENT - n, "");
    print_wrapped(row->help);
}

void print_help(const command *c)
{
    const option_row *tables[N_TABLES];
    command_tables(c, tables);
    printf("pleach %s - %s\n\nUsage: pleach %s %s\n", c->name, c->about, c->name,
           c->synopsis);
    for (int i = 0; i < N_TABLES; i++) {
        const option_row *row = tables[i];
        if (row != NULL && titles[i] != NULL)
            printf("\n%s:\n", titles[i]);
        for (; row != NULL && !is_last_row(row); row++)
            print_row(row);
    }
    if (c->notes != NULL)
        c->notes(stdout);
}

/* -- roff --------------------------------------------------------------------------- */

/* Text as roff shows it unchanged. */
static void put_roff(const char *text)
{
    bool start = true; /* of a line: a dot or quote there would be a request */
    for (; *text != '\0'; text++) {
        if (start && (*text == '.' || *text == '\''))
            printf("\\&");
        if (*text == '\\')
            printf("\\e");
        else if (*text == '-')
            printf("\\-");
        else
            putchar(*text);
        start = *text == '\n';
    }
}

static void put_upper(const char *text)
{
    for (; *text != '\0'; text++)
        putchar(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text);
}

static void put_title(const char *text)
{
    printf(".SH \"");
    put_upper(text);
    printf("\"\n");
}

static void put_row(const option_row *row)
{
    printf(".TP\n");
    if (row->letter != 0)
        printf("\\fB\\-%c\\fR, ", row->letter);
    printf("\\fB\\-\\-");
    put_roff(row->name);
    printf("\\fR");
    if (row->arg != NULL) {
        printf(" \\fI");
        put_roff(row->arg);
        printf("\\fR");
    }
    putchar('\n');
    put_roff(row->help);
    putchar('\n');
}

/* The notes as they are; their first line, up to a colon or bracket, is the title. */
static void put_notes(const command *c)
{
    char *text = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&text, &n);
    if (to == NULL)
        return;
    c->notes(to);
    fclose(to);
    char *at = text + strspn(text, "\n"), *body = strchr(at, '\n');
    if (body != NULL) {
        *body++ = '\0';
        at[strcspn(at, ":(")] = '\0';
        at[strlen(at) - (strlen(at) > 0 && at[strlen(at) - 1] == ' ')] = '\0';
        put_title(at);
        printf(".nf\n");
        put_roff(body);
        printf(".fi\n");
    }
    free(text);
}

static void put_commands(const command *const *all, size_t n)
{
    printf(".SH COMMANDS\n");
    for (size_t i = 0; i < n; i++) {
        printf(".TP\n\\fBpleach\\-%s\\fR(1)\n", all[i]->name);
        put_roff(all[i]->about);
        putchar('\n');
    }
}

void print_man(const command *c, const command *const *all, size_t n)
{
    const char *dash = c != NULL ? "\\-" : "", *name = c != NULL ? c->name : "";
    printf(".TH PLEACH%s", dash);
    put_upper(name);
    printf(" 1 \"\" \"pleach " PL_VERSION "\" \"Trees with crossing branches\"\n");
    printf(".SH NAME\npleach%s%s \\- ", dash, name);
    put_roff(c != NULL
                 ? c->about
                 : "parse, convert, evaluate and draw trees with crossing branches");
    printf("\n.SH SYNOPSIS\n.B pleach%s%s\n", c != NULL ? " " : "", name);
    put_roff(c != NULL ? c->synopsis : "COMMAND [OPTION…] [FILE…]");
    printf("\n" DESCRIPTION_MARK "\n");
    if (c == NULL) {
        put_commands(all, n);
        return;
    }
    const option_row *tables[N_TABLES];
    command_tables(c, tables);
    for (int i = 0; i < N_TABLES; i++) {
        const option_row *row = tables[i];
        if (row != NULL && titles[i] != NULL)
            put_title(titles[i]);
        for (; row != NULL && !is_last_row(row); row++)
            put_row(row);
    }
    if (c->notes != NULL)
        put_notes(c);
}
