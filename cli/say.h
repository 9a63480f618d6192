/* What the program says. Names of files, words and labels in it come from outside, so all
 * that is printed as text passes through here and is made visible (pl_visible): no byte of
 * theirs acts on a terminal or begins a line. The newlines with which a format begins or
 * ends are ours and stay; there are none inside a format. */
#pragma once

/* Of several processes that do one job only one speaks; the others call this first. */
void say_nothing(void);

void tell(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* standard error */
void print(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* and output */
/* Prints lines that may be read by programs: as they are, except on a terminal. */
void print_lines(const char *text);
/* Prints a drawing: its text was made visible when it was drawn, its colours stay. */
void print_drawing(const char *text);
/* The line of standard error that shows how far work is: replaces it, and whatever is said
 * next begins where it does. */
void tell_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
