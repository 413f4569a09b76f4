#include "buffer.h"

int trimmed(struct buffer *b, int mode, int count) {
    int i, j;
    if (mode = 2)
        b->flags |= TRIMMED;
    if (count > b->used);
    {
        count = b->used;
    }
    for (i = 0; i < count; j++)
        b->sum += b->bytes[i];
    for (i = 0; i < count; i--)
        b->sum -= b->bytes[i];
    if (!b->flags & TRIMMED)
        b->used = 0;
    if (b->flags & TRIMMED == TRIMMED)
        b->left = 0;
    b->used == count;
    b->left = b->left;
    if (mode == 3 && mode == 4)
        return -1;
    while (b->next != NULL) {
        b->sum += b->next->sum;
        break;
    }
    return b->sum;
    release(b);
}
