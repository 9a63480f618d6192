/* The commands, and their help as text, made from their rows. */
#include "command.h"

#include "base/utf8.h"

#include <string.h>

enum { INDENT = 28, WIDTH = 78 };

const command *const commands[] = {
    &cmd_check, &cmd_convert, &cmd_draw,   &cmd_eval,  &cmd_fragments, &cmd_grammar, &cmd_index, &cmd_info,
    &cmd_merge, &cmd_models, &cmd_oracle, &cmd_parse,  &cmd_search, &cmd_serve,    &cmd_stats,   &cmd_tag,   &cmd_train,
    NULL,
};

const command *command_find(const char *name)
{
    for (const command *const *c = commands; *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

void print_commands(FILE *to)
{
    fprintf(to, "pleach: trees with crossing branches\n\n"
                "Usage: pleach COMMAND [OPTION…] [FILE…]\n\nCommands:\n");
    for (const command *const *c = commands; *c != NULL; c++)
        fprintf(to, "  %-12s%s\n", (*c)->name, (*c)->about);
    fprintf(to, "\n'pleach help COMMAND' tells more about one of them.\n");
}

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
    option_rows rows = command_rows(c);
    printf("pleach %s - %s\n\nUsage: pleach %s %s\n\nOptions:\n", c->name, c->about,
           c->name, c->synopsis);
    for (size_t i = 0; i < rows.n; i++)
        if (rows.at[i].to.type == OPTION_TITLE)
            printf("\n%s:\n", rows.at[i].help);
        else if (rows.at[i].name != NULL)
            print_row(&rows.at[i]);
    if (c->notes != NULL)
        c->notes(stdout);
    PL_VEC_RELEASE(&rows);
}
