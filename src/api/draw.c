/* Drawing for pleach.h. */
#include "api/api.h"

#include "draw/draw.h"

#include <string.h>

char *pl_sentence_draw(const pl_sentence *sentence, const char *format, pl_error *error)
{
    pl_str text = {0};
    pl_draw_options options = {.format = PL_DRAW_TEXT};
    if (!pl_api_given(&error, "the sentence", sentence, "the format", format, NULL))
        return NULL;
    while (options.format < PL_N_DRAW_FORMATS &&
           strcmp(pl_draw_format_names[options.format].name, format) != 0)
        options.format++;
    if (options.format == PL_N_DRAW_FORMATS) {
        pl_fail(error, PL_BAD_ARGUMENT, "there is no drawing called '%s'", format);
        return NULL;
    }
    pl_out *out = pl_out_memory(&text);
    int status = pl_draw(sentence->tree, &options, out, error);
    if (pl_out_close(out, status == 0 ? error : NULL) < 0)
        status = -1;
    return pl_api_text(status, &text);
}
