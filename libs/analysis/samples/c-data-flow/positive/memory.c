#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
  char name[8];
  int count;
};

static void finish(char *text) { free(text); }

void copies(void) {
  char small[8];
  char *block = malloc(10);
  if (block == NULL) return;
  strcpy(small, "much longer");
  strcpy(block, "0123456789");
  memset(small, 0, 16);
  strncpy(small, block, 32);
  snprintf(small, 64, "%s", block);
  sprintf(small, "number %d", 100000);
  memcpy(block, "0123456789abcdef", 16);
  free(block);
}

void places(void) {
  int table[10];
  struct job job;
  for (int i = 0; i <= 10; i++) table[i] = 0;
  table[10] = 1;
  table[-1] = 1;
  int read = table[12];
  read += table[-2];
  strcpy(job.name, "12345678");
  printf("%d", read);
}

void released(void) {
  char *text = malloc(16);
  if (text == NULL) return;
  strcpy(text, "used");
  free(text);
  printf("%s", text);
  text[0] = 'a';
  char *other = malloc(16);
  if (other == NULL) return;
  finish(other);
  free(other);
  char array[4];
  free(array);
}

void missing(void) {
  char *nothing = NULL;
  nothing[0] = 'a';
  char *block = malloc(100);
  block[0] = 'a';
  free(block);
  int none = 0;
  printf("%d", 10 / none);
}

void given(char *text) {
  free(text);
  free(text);
}
