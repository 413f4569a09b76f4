#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct node {
  struct node *next;
  char *text;
  int size;
};

void clear(struct node *head) {
  for (struct node *node = head; node != NULL; node = node->next) free(node);
}

int twice(const char *text, int isStrict) {
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  if (isStrict) free(copy);
  int first = text[0];
  free(copy);
  return first;
}

int grow(struct node *node, size_t size) {
  char *old = node->text;
  char *more = realloc(old, size);
  if (more == NULL) return -1;
  node->text = more;
  return old[0];
}

char *skipped(void) {
  char *text = malloc(16);
  if (text == NULL) return NULL;
  text = text + 1;
  free(text);
  return NULL;
}

char *loaded(const char *path, size_t size) {
  char *text = malloc(size);
  if (text == NULL) return NULL;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  if (fread(text, 1, size, file) != size) {
    free(text);
    return NULL;
  }
  fclose(file);
  return text;
}

int level(const char *name) {
  int level;
  if (strcmp(name, "debug") == 0) level = 0;
  return level;
}

int sizeOf(const struct node *node) {
  if (node == NULL) return node->size;
  return node->size;
}

int late(const struct node *node) {
  int size = node->size;
  if (node == NULL) return -1;
  return size;
}

int after(const char *text) {
  return strchr(text, '=')[1];
}

char *shown(int number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  return text;
}

char *copied(const char *text) {
  size_t length = strlen(text);
  char *copy = malloc(length);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

void printed(int fd) {
  char text[64];
  ssize_t length = read(fd, text, sizeof text);
  if (length < 0) return;
  text[length] = '\0';
  puts(text);
}

void cut(const char *name) {
  char text[32];
  strncpy(text, name, sizeof text);
  puts(text);
}

int chosen(int fd, const int *given) {
  int table[8] = {0};
  int place;
  if (recv(fd, &place, sizeof place, 0) != sizeof place || place > 7) return -1;
  return table[place] + given[0];
}

void make_token(char token[16]) {
  for (int i = 0; i < 16; i++) token[i] = (char)rand();
}
