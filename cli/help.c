/* The commands, and their help as text, made from their rows. */
#include "command.h"

#include "base/str.h"
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

static void print_row(const pl_option *row)
{
    int n = row->short_name != 0 ? printf("  -%c, ", row->short_name) : printf("      ");
    n += printf("--%s", row->name);
    if (row->value_name != NULL) {
        printf(" %s", row->value_name);
        n += 1 + (int)pl_utf8_width(row->value_name);
    }
    if (n > INDENT - 2)
        printf("\n%*s", INDENT, "");
    else
        printf("%*s", INDENT - n, "");
    print_wrapped(row->help);
}

void print_help(const command *c)
{
    pl_option_rows rows = pl_options_of(c->options);
    const char *group = NULL;
    printf("pleach %s - %s\n\nUsage: pleach %s %s\n\nOptions:\n", c->name, c->about,
           c->name, c->synopsis);
    for (size_t i = 0; i < rows.n; i++) {
        const pl_option *option = &rows.at[i].option;
        if (!pl_is_option(&rows.at[i]))
            continue;
        if (option->group != NULL && !pl_same_text(option->group, group))
            printf("\n%s:\n", option->group);
        group = option->group;
        print_row(option);
    }
    if (c->notes != NULL)
        c->notes(stdout);
    PL_VEC_RELEASE(&rows);
}
