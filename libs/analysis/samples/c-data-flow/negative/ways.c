#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHECK_THAT(condition) check_that(condition, #condition)
#define NEXT() (left > 0 ? (last = *bytes++, left--) : -1)

struct node {
  struct node *next;
  char *text;
  int size;
};

struct list {
  struct node *first;
};

void fail(const char *why);
void keep(struct list *list, struct node *node);
int put_into(int *place);

void clear(struct node *head) {
  struct node *next;
  for (struct node *node = head; node != NULL; node = next) {
    next = node->next;
    free(node);
  }
}

int twice(const char *text, int isStrict) {
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  if (isStrict) free(copy);
  int first = text[0];
  if (!isStrict) free(copy);
  return first;
}

int grow(struct node *node, size_t size) {
  char *old = node->text;
  char *more = realloc(old, size);
  if (more == NULL) return old[0];
  node->text = more;
  return more[0];
}

char *loaded(const char *path, size_t size) {
  char *text = malloc(size);
  if (text == NULL) return NULL;
  FILE *file = fopen(path, "rb");
  if (file == NULL) goto error;
  if (fread(text, 1, size, file) != size) goto close;
  fclose(file);
  return text;
close:
  fclose(file);
error:
  free(text);
  return NULL;
}

int level(const char *name) {
  int level;
  if (strcmp(name, "debug") == 0) level = 0;
  else if (strcmp(name, "info") == 0) level = 1;
  else fail(name);
  return level;
}

int summed(const int *numbers, int count) {
  int last;
  for (int i = 0; i < count; i++) last = numbers[i];
  return last;
}

int byMacro(const char *bytes, int left) {
  int last;
  NEXT();
  return last;
}

int opened(const char *path) {
  int size;
  int fd = open(path, O_RDONLY);
  if (fd == -1) return errno;
  if (put_into(&size) != 0) size = 0;
  close(fd);
  return size;
}

int sizeOf(const struct node *node) {
  if (node == NULL) fail("no node");
  return node->size;
}

int late(const struct node *node) {
  int size = 0;
  while (node != NULL) {
    size += node->size;
    node = node->next;
    if (node == NULL) break;
  }
  return size;
}

int after(const char *text) {
  if (strchr(text, '=') == NULL) return -1;
  return strchr(text, '=')[1];
}

struct node *added(struct list *list, int size) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL) return NULL;
  node->size = size;
  keep(list, node);
  return list->first;
}

char *copied(const char *text) {
  size_t length = strlen(text);
  char *copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

void printed(int fd) {
  char text[64];
  ssize_t length = read(fd, text, sizeof text - 1);
  if (length < 0) return;
  text[length] = '\0';
  puts(text);
}

void cut(const char *name) {
  char text[32];
  strncpy(text, name, sizeof text);
  text[sizeof text - 1] = '\0';
  puts(text);
}

int chosen(int fd) {
  int table[8] = {0};
  int place;
  if (recv(fd, &place, sizeof place, 0) != sizeof place || place < 0 || place > 7) return -1;
  return table[place];
}

int make_token(char token[16]) {
  return getrandom(token, 16, 0) == 16 ? 0 : -1;
}

#define M_ERR (M_FATAL | M_ERRNO)
#define stop(...) do { fprintf(stderr, __VA_ARGS__); exit(1); } while (0)

void leave(int status) __attribute__((noreturn));

static void failed(struct list *list) {
  free(list->first);
  msg(M_ERR, "no list");
}

int counted(struct list *list, int mode) {
  if (mode == 1) {
    failed(list);
  }
  if (mode == 2) {
    free(list->first);
    stop("no mode");
  }
  if (mode == 3) {
    free(list->first);
    leave(2);
  }
  return list->first == NULL ? 0 : list->first->size;
}

int closed(int fd) {
  if (close(fd) != 0) {
    report("cannot close", fd);
    return -1;
  }
  return 0;
}
