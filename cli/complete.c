/* Completion of command lines in bash and zsh, as scripts made from the tables of
 * options: commands, options, and their values where these are words. `make` writes them
 * to files, so that they cannot go out of step with the program. */
#include "command.h"

#include "format/format.h"
#include "machine/system.h"

#include <ctype.h>
#include <string.h>

/* -- the values an option takes ----------------------------------------------------- */

static void put_formats(bool written)
{
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if (written ? (*f)->write != NULL : (*f)->read != NULL)
            printf(" %s", (*f)->name);
}

static void put_systems(void)
{
    for (size_t i = 0; pl_systems[i] != NULL; i++)
        printf(" %s", pl_systems[i]->name);
}

typedef enum kind { NOTHING, WORDS, OTHER, A_FILE } kind;

/* "auto|always|never" names the words itself. */
static kind kind_of(const option_row *row)
{
    static const char *const files[] = {"FILE", "NAME|FILE", "MODEL",     "RULES",
                                        "SET",  "GRAMMAR",   "FRAGMENTS", "FOLDER"};
    if (row->arg == NULL)
        return NOTHING;
    if (strcmp(row->arg, "FORMAT") == 0 || strcmp(row->name, "system") == 0 ||
        islower((unsigned char)row->arg[0]))
        return WORDS;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(row->arg, files[i]) == 0)
            return A_FILE;
    return OTHER; /* a number, a mode */
}

static void put_words(const option_row *row)
{
    if (strcmp(row->arg, "FORMAT") == 0)
        put_formats(strcmp(row->name, "to") == 0);
    else if (strcmp(row->name, "system") == 0)
        put_systems();
    else
        for (const char *at = row->arg; *at != '\0';) {
            int n = (int)strcspn(at, "|");
            printf(" %.*s", n, at);
            at += n + (at[n] == '|');
        }
}

/* Calls `put` for each option of the command. */
static void each_row(const command *c, void (*put)(const command *, const option_row *))
{
    const option_row *tables[N_TABLES];
    command_tables(c, tables);
    for (int i = 0; i < N_TABLES; i++)
        for (const option_row *row = tables[i]; row != NULL && !is_last_row(row); row++)
            put(c, row);
}

/* -- bash --------------------------------------------------------------------------- */

static void bash_option(const command *c, const option_row *row)
{
    (void)c;
    printf(" --%s", row->name);
    if (row->letter != 0)
        printf(" -%c", row->letter);
}

static void bash_value(const command *c, const option_row *row)
{
    kind k = kind_of(row);
    if (k == NOTHING)
        return;
    printf("        %s:--%s", c->name, row->name);
    if (row->letter != 0)
        printf("|%s:-%c", c->name, row->letter);
    if (k == WORDS) {
        printf(") words=\"");
        put_words(row);
        printf("\" ;;\n");
    } else
        printf(") words=%s ;;\n", k == A_FILE ? "FILE" : "NONE");
}

static void bash_names(const command *const *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf(" %s", all[i]->name);
}

static void bash(const command *const *all, size_t n)
{
    printf("# bash completion for pleach, made by `pleach help --completion bash`\n"
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
    bash_names(all, n);
    printf(" help\"\n        [[ $cur != -* ]] || words=\"--help --version\"\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "        return\n    fi\n"
           "    case $command:$prev in\n");
    for (size_t i = 0; i < n; i++)
        each_row(all[i], bash_value);
    printf("    esac\n"
           "    case $words:$cur in\n"
           "        FILE:*) return ;;                      # bash completes file names "
           "itself\n"
           "        NONE:*) compopt +o default; return ;;\n"
           "        :-*) case $command in\n");
    for (size_t i = 0; i < n; i++) {
        printf("            %s) words=\"", all[i]->name);
        each_row(all[i], bash_option);
        printf("\" ;;\n");
    }
    printf("        esac ;;\n    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
           "}\ncomplete -o default -F _pleach pleach\n");
}

/* -- zsh ---------------------------------------------------------------------------- */

/* Text inside '…[…]:…', up to its first stop. */
static void zsh_text(const char *text)
{
    for (; *text != '\0' && *text != ';' && !(text[0] == '.' && text[1] == ' '); text++) {
        if (*text == '\'')
            printf("'\\'");
        else if (strchr("[]:\\", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static void zsh_row(const command *c, const option_row *row)
{
    (void)c;
    kind k = kind_of(row);
    if (row->letter != 0)
        printf("                '(-%c --%s)'{-%c,--%s}'[", row->letter, row->name,
               row->letter, row->name);
    else
        printf("                '--%s[", row->name);
    zsh_text(row->help);
    putchar(']');
    if (k != NOTHING) {
        putchar(':');
        zsh_text(row->arg);
        putchar(':');
    }
    if (k == WORDS) {
        printf("(");
        put_words(row);
        printf(" )");
    } else if (k == A_FILE)
        printf("_files");
    printf("' \\\n");
}

static void zsh(const command *const *all, size_t n)
{
    printf("#compdef pleach\n# made by `pleach help --completion zsh`\n"
           "_pleach() {\n"
           "    local -a commands=(\n");
    for (size_t i = 0; i < n; i++) {
        printf("        '%s:", all[i]->name);
        zsh_text(all[i]->about);
        printf("'\n");
    }
    printf("        'help:tell about a command'\n    )\n"
           "    if (( CURRENT == 2 )) || [[ $words[2]:$CURRENT == help:3 ]]; then\n"
           "        _describe command commands\n        return\n    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n    (( CURRENT-- ))\n"
           "    case $command in\n");
    for (size_t i = 0; i < n; i++) {
        printf("        %s)\n            _arguments -s \\\n", all[i]->name);
        each_row(all[i], zsh_row);
        printf("                '*:file:_files' ;;\n");
    }
    printf("    esac\n}\n_pleach \"$@\"\n");
}

bool print_completion(const char *shell, const command *const *all, size_t n)
{
    if (strcmp(shell, "bash") == 0)
        bash(all, n);
    else if (strcmp(shell, "zsh") == 0)
        zsh(all, n);
    else
        return false;
    return true;
}
