#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int grown(void) {
  int number;
  if (scanf("%d", &number) != 1) return -1;
  return number * 1000;
}

int shrunk(void) {
  int number;
  if (scanf("%d", &number) != 1) return -1;
  return number - 10;
}

int narrowed(void) {
  int number;
  if (scanf("%d", &number) != 1) return -1;
  short port = (short)number;
  return port;
}

void repeated(void) {
  int times;
  if (scanf("%d", &times) != 1) return;
  for (int at = 0; at < times; at++) puts("hello");
}

int first_letter(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return -1;
  fclose(file);
  return fgetc(file);
}

int same_letter(const char *one, const char *other) {
  FILE *file = fopen(one, "r");
  if (file == NULL) return -1;
  int first = fgetc(file);
  file = fopen(other, "r");
  if (file == NULL) return -1;
  int second = fgetc(file);
  fclose(file);
  return first == second;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

int add(int count) {
  pthread_mutex_lock(&lock);
  if (count < 0) return -1;
  total += count;
  pthread_mutex_unlock(&lock);
  return 0;
}
