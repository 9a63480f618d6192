/* Writes what is made from the rows of the program's commands: the manual pages, and the
 * scripts that complete command lines in shells. Linked with all of the program but its
 * main file, so that they cannot go out of step with it; the program does not carry it.
 *
 *     describe man FOLDER        the pages FOLDER/pleach*.1, with the hand-written parts
 *                                of man/pleach*.in
 *     describe bash|zsh|fish     the script, on standard output
 */
#include "../cli/command.h"

#include "base/intern.h"
#include "base/share.h"
#include "base/str.h"
#include "format/format.h"
#include "machine/system.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* -- the manual pages ---------------------------------------------------------------- */

static FILE *page; /* that is being written */

/* Text as roff shows it unchanged. */
static void put_roff(const char *text)
{
    bool start = true; /* of a line: a dot or quote there would be a request */
    for (; *text != '\0'; text++) {
        if (start && (*text == '.' || *text == '\''))
            fputs("\\&", page);
        if (*text == '\\')
            fputs("\\e", page);
        else if (*text == '-')
            fputs("\\-", page);
        else
            fputc(*text, page);
        start = *text == '\n';
    }
}

static void put_upper(const char *text)
{
    for (; *text != '\0'; text++)
        fputc(toupper((unsigned char)*text), page);
}

static void put_title(const char *text)
{
    fputs(".SH \"", page);
    put_upper(text);
    fputs("\"\n", page);
}

static void put_row(const pl_option *row)
{
    fputs(".TP\n", page);
    if (row->short_name != 0)
        fprintf(page, "\\fB\\-%c\\fR, ", row->short_name);
    fputs("\\fB\\-\\-", page);
    put_roff(row->name);
    fputs("\\fR", page);
    if (row->value_name != NULL) {
        fputs(" \\fI", page);
        put_roff(row->value_name);
        fputs("\\fR", page);
    }
    fputc('\n', page);
    put_roff(row->help);
    fputc('\n', page);
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
        fputs(".nf\n", page);
        put_roff(body);
        fputs(".fi\n", page);
    }
    free(text);
}

static void put_commands(void)
{
    fputs(".SH COMMANDS\n", page);
    for (const command *const *c = commands; *c != NULL; c++) {
        fprintf(page, ".TP\n\\fBpleach\\-%s\\fR(1)\n", (*c)->name);
        put_roff((*c)->about);
        fputc('\n', page);
    }
}

static void put_options(const command *c)
{
    pl_option_rows rows = pl_options_of(c->options);
    const char *group = NULL;
    put_title("Options");
    for (size_t i = 0; i < rows.n; i++) {
        const pl_option *option = &rows.at[i].option;
        if (!pl_is_option(&rows.at[i]))
            continue;
        if (option->group != NULL && !pl_same_text(option->group, group))
            put_title(option->group);
        group = option->group;
        put_row(option);
    }
    if (c->notes != NULL)
        put_notes(c);
    PL_VEC_RELEASE(&rows);
}

/* Copies the hand-written part: the DESCRIPTION, which comes first and goes before the
 * options, or all that follows it, which goes to the end of the page. */
static void put_written(FILE *in, bool description)
{
    char *line = NULL;
    size_t room = 0;
    bool is_first = true;
    rewind(in);
    while (getline(&line, &room, in) > 0) {
        if (strncmp(line, ".SH", 3) == 0 && strstr(line, "DESCRIPTION") == NULL)
            is_first = false;
        if (is_first == description)
            fputs(line, page);
    }
    free(line);
}

/* The page of a command, or of the program as a whole (NULL). */
static void put_page(const command *c, FILE *in)
{
    const char *dash = c != NULL ? "\\-" : "", *name = c != NULL ? c->name : "";
    fprintf(page, ".TH PLEACH%s", dash);
    put_upper(name);
    fputs(" 1 \"\" \"pleach " PL_VERSION "\" \"Trees with crossing branches\"\n", page);
    fprintf(page, ".SH NAME\npleach%s%s \\- ", dash, name);
    put_roff(c != NULL
                 ? c->about
                 : "parse, convert, evaluate and draw trees with crossing branches");
    fprintf(page, "\n.SH SYNOPSIS\n.B pleach%s%s\n", c != NULL ? " " : "", name);
    put_roff(c != NULL ? c->synopsis : "COMMAND [OPTION…] [FILE…]");
    fputc('\n', page);
    put_written(in, true);
    if (c != NULL)
        put_options(c);
    else
        put_commands();
    put_written(in, false);
}

static FILE *open_or_say(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (file == NULL)
        fprintf(stderr, "describe: %s: %s\n", path, strerror(errno));
    return file;
}

static bool write_page(const char *folder, const command *c)
{
    char path[4096];
    const char *dash = c != NULL ? "-" : "", *name = c != NULL ? c->name : "";
    snprintf(path, sizeof path, "man/pleach%s%s.in", dash, name);
    FILE *in = open_or_say(path, "r");
    snprintf(path, sizeof path, "%s/pleach%s%s.1", folder, dash, name);
    page = in != NULL ? open_or_say(path, "w") : NULL;
    bool written = page != NULL;
    if (written)
        put_page(c, in);
    if (in != NULL)
        fclose(in);
    return written && fclose(page) == 0;
}

static exit_code man(const char *folder)
{
    mkdir(folder, 0777);
    bool written = write_page(folder, NULL);
    for (const command *const *c = commands; *c != NULL && written; c++)
        written = write_page(folder, *c);
    return written ? DONE : FAILED;
}

/* -- the values an option takes ----------------------------------------------------- */

typedef enum kind { NOTHING, WORDS, NAMED, OTHER, A_FILE } kind; /* NAMED: or a file */

/* Options that take the name of a file that comes with pleach. The names of models, which
 * users add to, are asked for when they are needed. */
static const struct {
    const char *option, *folder, *extension;
} named[] = {
    {"model", "models", NULL},         {"start-from", "models", NULL},
    {"system", "systems", ".sys"},     {"features", "templates", ".tpl"},
    {"heads", "headrules", ".rules"},  {"tokenizer", "tokenizers", ".rules"},
    {"params", "evalparams", ".prm"},  {"query", "queries", ".tig"},
    {"glossary", "glossaries", ".txt"},
};
enum { N_NAMED = sizeof named / sizeof *named };

/* The place of an option in `named`, N_NAMED if it is not there. */
static size_t place_of(const pl_option_row *row)
{
    size_t i = 0;
    while (i < N_NAMED && strcmp(row->option.name, named[i].option) != 0)
        i++;
    return i;
}

/* Transforms say in their `arg` what they take: "resolve|remove", or a mode, a number. */
static kind kind_of(const pl_option_row *row)
{
    if (row->option.value_name == NULL)
        return NOTHING;
    if (place_of(row) < N_NAMED)
        return NAMED;
    if (row->option.type == PL_NAME)
        return WORDS;
    if (row->option.type == PL_FILE)
        return A_FILE;
    bool listed = (row->option.flags & PL_REPEATABLE) != 0 && row->size == 0;
    return listed && islower((unsigned char)row->option.value_name[0]) ? WORDS : OTHER;
}

/* A name without that of a system before it, which is added by itself (swap-disco). */
static const char *without_system(const char *name)
{
    for (size_t i = 0; pl_systems[i] != NULL; i++) {
        size_t n = strlen(pl_systems[i]->name);
        if (strncmp(name, pl_systems[i]->name, n) == 0 && name[n] == '-')
            return name + n + 1;
    }
    return name;
}

static void put_names(size_t place)
{
    pl_str names = {0};
    pl_intern put = {0};
    if (named[place].extension == NULL) {
        printf("$(pleach models --names 2>/dev/null)");
        return;
    }
    if (strcmp(named[place].folder, "systems") == 0)
        for (size_t i = 0; pl_systems[i] != NULL; i++)
            printf(" %s", pl_systems[i]->name);
    pl_share_names(named[place].folder, named[place].extension, &names);
    for (char *at = names.at, *name; at != NULL && (name = pl_scan_word(&at)) != NULL;) {
        name[strcspn(name, ",")] = '\0';
        if (pl_intern_add(&put, without_system(name)) + 1 == put.n)
            printf(" %s", put.at[put.n - 1]);
    }
    pl_intern_release(&put);
    pl_str_release(&names);
}

static void put_words(const pl_option_row *row)
{
    if (place_of(row) < N_NAMED)
        put_names(place_of(row));
    else if (row->option.type == PL_NAME)
        for (size_t i = 0; pl_option_choice_at(row, i) != NULL; i++)
            printf(" %s", pl_option_choice_at(row, i));
    else
        for (const char *at = row->option.value_name; *at != '\0'; at += strspn(at, "|")) {
            int n = (int)strcspn(at, "|");
            printf(" %.*s", n, at);
            at += n;
        }
}

/* Calls `put` for each option of the command. */
static void each_row(const command *c, void (*put)(const command *, const pl_option_row *))
{
    pl_option_rows rows = pl_options_of(c->options);
    for (size_t i = 0; i < rows.n; i++)
        if (pl_is_option(&rows.at[i]))
            put(c, &rows.at[i]);
    PL_VEC_RELEASE(&rows);
}

/* -- bash --------------------------------------------------------------------------- */

static void bash_option(const command *c, const pl_option_row *row)
{
    (void)c;
    printf(" --%s", row->option.name);
    if (row->option.short_name != 0)
        printf(" -%c", row->option.short_name);
}

static void bash_value(const command *c, const pl_option_row *row)
{
    kind k = kind_of(row);
    if (k == NOTHING)
        return;
    printf("        %s:--%s", c->name, row->option.name);
    if (row->option.short_name != 0)
        printf("|%s:-%c", c->name, row->option.short_name);
    if (k == WORDS || k == NAMED) {
        printf(") words=\"");
        put_words(row);
        printf("\" ;;\n");
    } else
        printf(") words=%s ;;\n", k == A_FILE ? "FILE" : "NONE");
}

static void bash(void)
{
    printf("# bash completion for pleach\n"
           "_pleach()\n{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local command=${COMP_WORDS[1]} words=\n"
           "    COMPREPLY=()\n"
           "    # --option=value comes as three words\n"
           "    if [[ $cur == = ]]; then\n        cur=\n"
           "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
           "    fi\n"
           "    if [[ $COMP_CWORD == 1 || $command:$COMP_CWORD == help:2 ]]; then\n"
           "        words=\"");
    for (const command *const *c = commands; *c != NULL; c++)
        printf(" %s", (*c)->name);
    printf(" help\"\n        [[ $cur != -* ]] || words=\"--help --version\"\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "        return\n    fi\n"
           "    case $command:$prev in\n");
    for (const command *const *c = commands; *c != NULL; c++)
        each_row(*c, bash_value);
    printf("    esac\n"
           "    case $words:$cur in\n"
           "        FILE:*) return ;;                      # bash completes file names "
           "itself\n"
           "        NONE:*) compopt +o default; return ;;\n"
           "        :[!-]*|:) [[ $command != info ]] || words=\"$(pleach models --names "
           "2>/dev/null)\" ;;\n"
           "        :-*) case $command in\n");
    for (const command *const *c = commands; *c != NULL; c++) {
        printf("            %s) words=\"", (*c)->name);
        each_row(*c, bash_option);
        printf("\" ;;\n");
    }
    printf("        esac ;;\n    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "}\ncomplete -o default -F _pleach pleach\n");
}

/* -- zsh ---------------------------------------------------------------------------- */

/* Whether the short description of an option, the first part of its help, ends here. */
static bool is_stop(const char *text)
{
    return *text == '\0' || *text == ';' || (text[0] == '.' && text[1] == ' ');
}

/* Text inside '…[…]:…', up to its first stop. */
static void zsh_text(const char *text)
{
    for (; !is_stop(text); text++) {
        if (*text == '\'')
            printf("'\\'");
        else if (strchr("[]:\\", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static void zsh_row(const command *c, const pl_option_row *row)
{
    (void)c;
    kind k = kind_of(row);
    if (row->option.short_name != 0)
        printf("                '(-%c --%s)'{-%c,--%s}'[", row->option.short_name, row->option.name,
               row->option.short_name, row->option.name);
    else
        printf("                '--%s[", row->option.name);
    zsh_text(row->option.help);
    putchar(']');
    if (k != NOTHING) {
        putchar(':');
        zsh_text(row->option.value_name);
        putchar(':');
    }
    if (k == WORDS) {
        printf("(");
        put_words(row);
        printf(" )");
    } else if (k == NAMED) {
        printf(" _alternative \"names:name:(");
        put_words(row);
        printf(")\" \"files:file:_files\"");
    } else if (k == A_FILE)
        printf("_files");
    printf("' \\\n");
}

static void zsh(void)
{
    printf("#compdef pleach\n"
           "_pleach() {\n"
           "    local -a commands=(\n");
    for (const command *const *c = commands; *c != NULL; c++) {
        printf("        '%s:", (*c)->name);
        zsh_text((*c)->about);
        printf("'\n");
    }
    printf("        'help:tell about a command'\n    )\n"
           "    if (( CURRENT == 2 )) || [[ $words[2]:$CURRENT == help:3 ]]; then\n"
           "        _describe command commands\n        return\n    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n    (( CURRENT-- ))\n"
           "    case $command in\n");
    for (const command *const *c = commands; *c != NULL; c++) {
        printf("        %s)\n            _arguments -s \\\n", (*c)->name);
        each_row(*c, zsh_row);
        printf("                '*:%s' ;;\n",
               *c != &cmd_info ? "file:_files"
                               : "model: _alternative \"names:name:($(pleach models --names "
                                 "2>/dev/null))\" \"files:file:_files\"");
    }
    printf("    esac\n}\n_pleach \"$@\"\n");
}

/* -- fish --------------------------------------------------------------------------- */

/* Text inside '…', up to its first stop. */
static void fish_text(const char *text)
{
    for (; !is_stop(text); text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

static void fish_row(const command *c, const pl_option_row *row)
{
    kind k = kind_of(row);
    printf("complete -c pleach -n '__fish_seen_subcommand_from %s'", c->name);
    if (row->option.short_name != 0)
        printf(" -s %c", row->option.short_name);
    printf(" -l %s", row->option.name);
    if (k == WORDS) {
        printf(" -x -a '");
        put_words(row);
        printf("'");
    } else if (k == NAMED) {
        printf(" -r -F -a '");
        if (named[place_of(row)].extension == NULL)
            printf("(pleach models --names 2>/dev/null)");
        else
            put_words(row);
        printf("'");
    } else if (k != NOTHING)
        printf(k == A_FILE ? " -r -F" : " -x");
    printf(" -d '");
    fish_text(row->option.help);
    printf("'\n");
}

static void fish_command(const char *name, const char *about)
{
    printf("complete -c pleach -n __fish_use_subcommand -f -a %s -d '", name);
    fish_text(about);
    printf("'\n");
}

static void fish(void)
{
    printf("# fish completion for pleach\n");
    fish_command("help", "tell about a command");
    for (const command *const *c = commands; *c != NULL; c++) {
        fish_command((*c)->name, (*c)->about);
        printf("complete -c pleach -n '__fish_seen_subcommand_from help' -f -a %s\n",
               (*c)->name);
        each_row(*c, fish_row);
    }
    printf("complete -c pleach -n '__fish_seen_subcommand_from info' "
           "-a '(pleach models --names 2>/dev/null)'\n");
}

/* -- which of them ------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    if (argc == 3 && strcmp(argv[1], "man") == 0)
        return man(argv[2]);
    for (size_t i = 0; argc == 2 && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(argv[1], shells[i].name) == 0) {
            shells[i].print();
            return fflush(stdout) == 0 ? DONE : FAILED;
        }
    fprintf(stderr, "usage: describe man FOLDER | bash | zsh | fish\n");
    return USAGE;
}
