#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RELEASE(pointer) \
  do {                   \
    free(pointer);       \
    (pointer) = NULL;    \
  } while (0)

struct node {
  struct node *next;
  char *text;
};

void release_all(struct node *node) {
  while (node != NULL) {
    struct node *next = node->next;
    free(node->text);
    free(node);
    node = next;
  }
}

int work(int kind) {
  int result = -1;
  char *first = NULL;
  char *second = malloc(16);
  if (second == NULL) goto end;
  first = malloc(11);
  if (first == NULL) goto end;
  strcpy(first, "0123456789");
  if (kind > 2) {
    RELEASE(first);
    goto end;
  }
  result = first[9];
end:
  free(first);
  RELEASE(second);
  free(second);
  return result;
}

int parse(const char *text) {
  char *end = NULL;
  long number = strtol(text, &end, 10);
  if (*end != '\0') return -1;
  int table[10];
  for (int i = 0; i < 10; i++) table[i] = 0;
  return number >= 0 && number < 10 ? table[number] : 0;
}

void grow(void) {
  char *text = malloc(8);
  if (text == NULL) return;
  char *more = realloc(text, 32);
  if (more == NULL) {
    free(text);
    return;
  }
  strcpy(more, "much longer than before");
  free(more);
}

void several(void) {
  char *all[4];
  for (int i = 0; i < 4; i++) {
    all[i] = malloc(8);
    if (all[i] == NULL) return;
  }
  free(all[0]);
  free(all[1]);
}

static int made(char **out, size_t size) {
  *out = malloc(size);
  return *out != NULL;
}

void useMade(void) {
  char *text = NULL;
  if (!made(&text, 32)) return;
  strcpy(text, "some text");
  free(text);
}
