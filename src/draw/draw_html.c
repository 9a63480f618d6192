#include "draw/drawing.h"
static int add(pl_drawing *d, const pl_drawn *what, pl_err *err)
{
    (void)d;
    (void)what;
    return pl_fail(err, "html drawings are not available yet");
}
static void end(pl_drawing *d)
{
    (void)d;
}
const pl_draw_backend pl_draw_html = {add, end};
