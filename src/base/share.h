/* Finds the data files that come with pleach: head rules, evaluation parameters, feature
 * templates, tokenizer rules, models.
 *
 *     pl_share_path("headrules", "negra", ".rules", &path, &err)
 *
 * A bare name that is shipped means the shipped file, so that a file which happens to lie
 * in the working folder changes nothing: that one is ./negra. Any other name is that of a
 * file.
 *
 * Shipped files are looked for in the folder in the variable PLEACH_SHARE; in the program
 * itself (carried.h); in ../share/pleach, ../../share/pleach, ../share, ../../share, .. and
 * ../.. next to the shared library, then next to the running program; and in
 * PREFIX/share/pleach. Models are
 * looked for before that in the folders that the variable PLEACH_MODELS lists, with colons
 * between, and in the user's own folder, $XDG_DATA_HOME/pleach/models. */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>

/* 0 and the path of the file in `path`, or -1 with a message that lists what there is. */
int pl_share_path(const char *kind, const char *name, const char *extension,
                  pl_str *path, pl_error *err);
/* Like pl_share_path, but finds only a shipped file, by its whole name: files of the same
 * name in the working folder are not looked at. */
int pl_share_file(const char *kind, const char *file, pl_str *path, pl_error *err);
/* Called by pl_share_path: if a file with this bare name of a shipped one lies in the
 * working folder, tells the handler that it is not meant. */
void pl_share_stray(const char *kind, const char *name);
/* Sets the handler, which may be NULL, as it is at first: nobody is told. */
void pl_share_on_stray(void (*handler)(const char *message));
/* The bare names of the shipped files of a kind, with commas between, into `names`, which
 * is empty before. */
void pl_share_names(const char *kind, const char *extension, pl_str *names);

/* -- models ---------------------------------------------------------------------------- */

/* Like pl_share_path, of NAME.model, or else NAME.model.zst. `installed`: it was found by
 * its bare name, in one of the folders above. */
int pl_share_model(const char *name, pl_str *path, bool *installed, pl_error *err);

typedef struct pl_shared_file {
    char *name, *path;
} pl_shared_file;
typedef PL_VEC(pl_shared_file) pl_shared_files;

/* All models that can be named, sorted; of two with one name the one that is meant. */
void pl_share_models(pl_shared_files *list);
void pl_shared_files_release(pl_shared_files *list);
/* Lists the files of models in a folder, sorted by the names of the files. Returns -1 if there are
 * none. */
int pl_share_models_in(const char *folder, pl_shared_files *list, pl_error *err);
/* Returns the name of a model from its path, fr of dir/fr.model.zst. The caller frees it. */
char *pl_share_model_name(const char *path);
/* The user's own folder of models, which need not exist; false where there is no home. */
bool pl_share_user_models(pl_str *path);
