/* What all trainers share; see trainer.h. */
#include "train/trainer.h"

#include "base/byteorder.h"
#include "base/hash.h"

bool pl_trainer_epoch(pl_trainer *p, pl_epoch *epoch)
{
    *epoch = (pl_epoch){.number = p->epochs + 1};
    if (!p->ops->epoch(p, epoch))
        return false;
    p->epochs++;
    return true;
}

void pl_trainer_collect(pl_trainer *p)
{
    if (p->ops->collect != NULL)
        p->ops->collect(p);
}

void pl_trainer_average(pl_trainer *p)
{
    p->ops->average(p);
}

void pl_trainer_free(pl_trainer *p)
{
    if (p != NULL)
        p->ops->free(p);
}

bool pl_trainer_takes_twin(double share, uint64_t seed, uint32_t epoch, size_t i)
{
    uint64_t drawn = pl_mix(pl_mix(seed + 3) ^ pl_mix(epoch) ^ i) >> 40;
    return (double)drawn < share * (1 << 24);
}

/* -- checkpoints -------------------------------------------------------------------- */

/* The section `checkpoint`, numbers of 8 bytes; the sections of the trainer follow. */
typedef struct checkpoint {
    uint64_t print, epochs;
    pl_best best;
} checkpoint;
enum { N_NUMBERS = sizeof(checkpoint) / 8 };

int pl_trainer_save(const pl_trainer *p, const pl_best *best, const char *path,
                    pl_error *err)
{
    pl_section_list list = {.quickly = true};
    checkpoint head = {.print = p->ops->print(p), .epochs = p->epochs, .best = *best};
    pl_sections_add_numbers(&list, "checkpoint", &head, N_NUMBERS, 8);
    p->ops->put(p, &list);
    return pl_sections_save(&list, path, err);
}

static int read_checkpoint(pl_trainer *p, pl_best *best, const pl_sections *file,
                           pl_error *err)
{
    checkpoint head;
    const char *bytes;
    size_t n;
    if (!pl_sections_find(file, "checkpoint", &bytes, &n) || n != sizeof head)
        return pl_fail(err, PL_DAMAGED, "%s: not a checkpoint of pleach",
                       pl_sections_name(file));
    memcpy(&head, bytes, sizeof head);
    pl_file_order(&head, N_NUMBERS, 8);
    if (head.print != p->ops->print(p))
        return pl_fail(err, PL_DAMAGED,
                       "%s: the checkpoint belongs to other data or options",
                       pl_sections_name(file));
    if (head.epochs > UINT32_MAX || !p->ops->take(p, file))
        return pl_sections_damaged(file, "its weights make no sense", err);
    p->epochs = (uint32_t)head.epochs;
    *best = head.best;
    return 0;
}

int pl_trainer_resume(pl_trainer *p, pl_best *best, const char *path, pl_error *err)
{
    pl_sections *file = pl_sections_open_path(path, "checkpoint", err);
    int status = file != NULL ? read_checkpoint(p, best, file, err) : -1;
    pl_sections_close(file);
    if (status == 0 || err->code != PL_DAMAGED)
        return status;
    pl_error what = *err;
    return pl_fail(err, PL_DAMAGED,
                   "%s; delete it to train from the start, or use an older copy of it",
                   what.text);
}
