/* The text of labels and words as it is shown. */
#include "base/str.h"
#include "base/utf8.h"
#include "draw/layout.h"

static const char *const mark_sign[PL_N_MARKS] = {"", "-", "+", "~"};

static bool is_plain(const char *s, bool plain)
{
    for (; *s != '\0'; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f || (plain && *s == ' '))
            return false;
    return true;
}

/* Control characters as their pictures (U+2400 and on); in plain text a blank, which
 * would look like the end of the word, as an open box. */
static const char *make_visible(pl_arena *m, const char *s, bool plain)
{
    if (is_plain(s, plain))
        return s;
    pl_str out = {0};
    for (; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < 0x20 || c == 0x7f)
            pl_utf8_encode(&out, c == 0x7f ? 0x2421 : 0x2400u + c);
        else if (c == ' ' && plain)
            pl_str_puts(&out, "␣");
        else
            pl_str_putc(&out, *s);
    }
    char *text = pl_arena_strdup(m, out.at);
    pl_str_release(&out);
    return text;
}

const char *pl_draw_label(pl_arena *m, const char *label, const char *func, pl_mark mark,
                          bool plain)
{
    if (label == NULL)
        return NULL;
    if (label[0] == '\0' && plain)
        label = "?";
    if (func != NULL)
        label = pl_arena_printf(m, "%s-%s", label, func);
    if (plain && mark != PL_MARK_NONE)
        label = pl_arena_printf(m, "%s%s", mark_sign[mark], label);
    return make_visible(m, label, plain);
}
