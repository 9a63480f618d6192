/* The note about the language of text; see language_note.h. */
#include "language_note.h"

#include "say.h"
#include "terminal.h"

#include "base/share.h"

enum { ENOUGH = 1000 }; /* letters */

/* The code of the model's language, between parentheses: "Dutch (nl)". */
static bool code_of(const pl_model *m, pl_str *language, pl_str *code)
{
    if (!pl_about_get(&m->about, "language", language))
        return false;
    size_t name = strcspn(language->at, "("), end = strcspn(language->at, ")");
    if (name == 0 || end <= name + 1)
        return false;
    pl_str_put(code, language->at + name + 1, end - name - 1);
    language->at[name - 1] = '\0';
    return true;
}

/* The name of a model for a language is its code, if there is one. */
static void say(const char *language, const char *code, const char *model_language)
{
    pl_str path = {0};
    pl_error none;
    bool installed, there = pl_share_model(code, &path, &installed, &none) == 0 && installed;
    progress_hide();
    tell("pleach: note: this looks like %s, and the model is for %s: expect poor trees%s%s%s\n",
         language, model_language, there ? "; -m " : "", there ? code : "",
         there ? " is the one for it" : "");
    pl_str_release(&path);
}

static void judge(language_note *n, const pl_model *m)
{
    pl_str own = {0}, code = {0}, other = {0}, name = {0};
    if (code_of(m, &own, &code) && pl_language_differs(&n->words, code.at, &other, &name) > 0) {
        say(name.at, other.at, own.at);
        n->done = true;
    }
    pl_str_release(&own);
    pl_str_release(&code);
    pl_str_release(&other);
    pl_str_release(&name);
}

void language_note_add(language_note *n, const pl_model *m, const pl_tree *t, bool now)
{
    if (n->done)
        return;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        pl_language_add(&n->words, t->tokens[i].word);
    if (now || n->words.n_letters >= ENOUGH)
        judge(n, m);
    n->done = n->done || n->words.n_letters >= ENOUGH;
}

void language_note_end(language_note *n, const pl_model *m)
{
    if (!n->done)
        judge(n, m);
    n->done = true;
    pl_language_release(&n->words);
}
