/* The parts of the HTML page that do not depend on the trees. */
#ifndef PL_DRAW_HTML_PAGE_H
#define PL_DRAW_HTML_PAGE_H

extern const char *const pl_html_style;  /* layout of the page, for <style> */
extern const char *const pl_html_header; /* what stands above the trees */
extern const char *const pl_html_script; /* list, search, keys, for <script> */

#endif
