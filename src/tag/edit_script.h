/* Edit scripts: how a lemma is made of a form, as text. Forms of many words share one.
 *
 *     l2,1,0:en     in small letters, without the first 2 letters and the last one, and
 *                   with "en" at the end: Gemacht, machen
 *     k0,1,0:       as it is written, without the last letter: iPhones, iPhone
 *     t0,0,0:       the first letter a capital, the others small: LONDON, London
 *     u0,0,0:       in capitals: nato, NATO
 *     =be           no letter in common: be, whatever the form is
 *
 * The third number says how many bytes of the text behind the colon go to the front. */
#pragma once

#include "base/str.h"

/* Writes the script that makes `lemma` of `form` into `out`, which is cleared: the one that
 * keeps the most letters that stand side by side. */
void pl_edit_script_make(const char *form, const char *lemma, pl_str *out);
/* Writes what the script makes of `form` into `out`, which is cleared. False if the form is
 * too short for it, or it is no script. */
bool pl_edit_script_apply(const char *script, const char *form, pl_str *out);
