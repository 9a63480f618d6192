/* What a network sees of a configuration; see network.h. */
#include "parser/network.h"

/* clang-format off */
/* The items whose ends and labels are seen, as places of machine/items.h. */
static const uint8_t seen[PL_NET_LABEL_SLOTS] = {
    PL_PLACE_D, PL_PLACE_S, PL_PLACE_S + 1, PL_PLACE_D + 1, PL_PLACE_S + 2,
};
/* clang-format on */

/* Words beyond those that a view can tell apart are seen as the last of these. */
static uint16_t place_of(uint32_t word)
{
    return (uint16_t)(word < PL_NO_WORD ? word : PL_NO_WORD - 1);
}

static void see_gap(const pl_item *item, uint16_t *ends)
{
    pl_block gap;
    bool has = item != NULL && pl_item_gap(item, &gap);
    ends[0] = has ? place_of(gap.first) : PL_NO_WORD;
    ends[1] = has ? place_of(gap.last) : PL_NO_WORD;
}

/* An item without label counts as a word; the label that is to be chosen is not seen. */
void pl_net_see(const pl_items *c, bool labels_next, uint32_t n_labels, pl_net_view *v)
{
    pl_item *at[PL_N_PLACES];
    uint32_t wanted = 0;
    for (int i = 0; i < PL_NET_LABEL_SLOTS; i++)
        wanted |= 1u << seen[i];
    pl_items_view(c, wanted, at);
    for (int i = 0; i < PL_NET_LABEL_SLOTS; i++) {
        const pl_item *item = at[seen[i]];
        v->words[2 * i] = item != NULL ? place_of(item->low) : PL_NO_WORD;
        v->words[2 * i + 1] = item != NULL ? place_of(item->high) : PL_NO_WORD;
        v->labels[i] = (uint16_t)(item == NULL || (i == 0 && labels_next) ? n_labels + 1
                                  : item->label == PL_NONE                ? n_labels
                                                                          : item->label);
    }
    uint32_t next = 2 * PL_NET_LABEL_SLOTS;
    v->words[next] = pl_buffer_empty(c) ? PL_NO_WORD : place_of(c->next);
    see_gap(at[PL_PLACE_D], v->words + next + 1);
    see_gap(at[PL_PLACE_S], v->words + next + 3);
}
