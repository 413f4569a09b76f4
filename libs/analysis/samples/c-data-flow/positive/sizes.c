#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct header {
  unsigned int length;
  unsigned int kind;
  char name[16];
};

static char last[32];

void receive(int socket) {
  struct header header;
  char body[64];
  int table[16];
  recv(socket, &header, sizeof header, 0);
  char *copy = malloc(header.length);
  int *words = malloc(header.length * sizeof(int));
  memcpy(body, copy, header.length);
  table[header.kind] = 1;
  int found = table[header.kind];
  int share = 100 / header.length;
  recv(socket, body, 128, 0);
  free(copy);
  free(words);
  printf("%d %d\n", found, share);
}

void read_counts(void) {
  char line[64];
  int counts[8];
  char target[100];
  fgets(line, sizeof line, stdin);
  int size = atoi(line);
  if (size < 100) memcpy(target, line, size);
  fscanf(stdin, "%d", &size);
  counts[size] = 0;
}

void read_name(const char *unused) {
  char name[16];
  char *block = malloc(8);
  if (block == NULL) return;
  scanf("%s", name);
  gets(name);
  strcpy(name, getenv("SHOP_NAME"));
  strcpy(last, getenv("SHOP_NAME"));
  sprintf(block, "%s!", getenv("SHOP_NAME"));
  free(block);
}

int main(int argc, char **argv) {
  char name[16] = "shop ";
  strcat(name, argv[1]);
  return 0;
}
