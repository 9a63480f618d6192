/* Changing the sentences of treebanks. The library keeps what was changed in a journal on the disk
 * and replaces a sentence of the file byte for byte (pl_edition); here are its locks, the times at
 * which files are written, and the requests.
 *
 * A small file is written before the request is answered. A large one is written some seconds
 * later by a thread, once for all that was changed until then. Who browses or searches waits for
 * none of this. */
#pragma once

#include "request.h"
#include "shelf.h"

enum { REVISION = 16 }; /* hex digits */

/* Opens the edition of a treebank; where that cannot be, `refused` says why. Tells on standard
 * error what was recovered from a journal. */
void edition_open(shelf_treebank *bank);
/* For a treebank that is not to be changed: tells that it has a journal, if it has. */
void edition_missed(const shelf_treebank *bank);

/* Locks a treebank: 0, or -1 and 503 after the request's deadline. While its file is written, the
 * request does not work: others have its worker. */
int edition_lock(shelf_treebank *bank, request *q, failure *f);
/* Replaces sentence i, from 0; the treebank's lock is held. 0 when that is on the disk, or -1 with
 * the reason. A large file is to be written later, which saver_wake sees to. */
int edition_replace(shelf_treebank *bank, size_t i, const pl_sentence *s, pl_error *err);
/* A checksum of the sentence's content. */
int sentence_revision(const pl_sentence *s, char to[REVISION + 1], failure *f);

/* The thread that writes large files. */
typedef struct saver {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool running, ending;
    bool news; /* since the thread looked at the times */
    shelf *shelf;
} saver;

/* False if there can be no thread. Does nothing if no treebank can be changed. */
bool saver_start(saver *s, shelf *shelf);
/* Has the thread look at the times again. */
void saver_wake(saver *s);
/* Ends the thread and writes all files that were changed: false, with the reasons on standard
 * error, if one cannot be written; its journal stays. */
bool saver_stop(saver *s);
