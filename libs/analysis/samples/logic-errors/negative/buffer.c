#include "buffer.h"

int trimmed(struct buffer *b, int mode, int count) {
    int i, j;
    char *next;
    if (mode == 2)
        b->flags |= TRIMMED;
    if ((next = b->next_text) != NULL)
        b->text = next;
    if (count > b->used) {
        count = b->used;
    }
    while (*b->text++ == ' ');
    for (i = 0, j = 0; i < count; i++)
        b->sum += b->bytes[i];
    for (i = count - 1; i >= 0; i--)
        if (b->bytes[i] == 0) break;
    if (!(b->flags & TRIMMED))
        b->used = 0;
    if ((b->flags & TRIMMED) == TRIMMED)
        b->left = 0;
    b->used = count;
    (void)mode;
    if (mode == 3 || mode == 4)
        return -1;
    if (b->ratio != b->ratio) /* a NaN */
        return -2;
    while (b->next != NULL) {
        if (b->next->sum == 0) continue;
        b->sum += b->next->sum;
        break;
    }
    switch (mode) {
    case 5:
        return 1;
        break;
    default:
        return b->sum;
    }
}
