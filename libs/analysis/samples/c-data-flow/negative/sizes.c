#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define MOST 64
#define MIN(a, b) ((a) < (b) ? (a) : (b))

struct header {
  unsigned int length;
  unsigned int kind;
};

void receive(int socket) {
  struct header header;
  char body[MOST];
  int table[16];
  if (recv(socket, &header, sizeof header, 0) < (int)sizeof header) return;
  if (header.length > MOST || header.length == 0) return;
  if (header.kind >= 16) return;
  char *copy = malloc(header.length);
  if (copy == NULL) return;
  memset(copy, 0, header.length);
  memcpy(body, copy, header.length);
  table[header.kind] = 1;
  int share = 100 / header.length;
  recv(socket, body, sizeof body, 0);
  free(copy);
  printf("%d %d\n", table[0], share);
}

void count_letters(void) {
  char line[256];
  int counts[256] = {0};
  if (fgets(line, sizeof line, stdin) == NULL) return;
  for (const char *letter = line; *letter; letter++) counts[(unsigned char)*letter]++;
  char copy[256];
  strcpy(copy, line);
  char word[10];
  int read = 0;
  sscanf(line, "%9s%n", word, &read);
  copy[read] = '\0';
  int size = atoi(line);
  if (size < 0 || size >= 100) return;
  char target[100];
  memcpy(target, line, size);
  counts[size % 256] = 1;
}

void read_name(void) {
  char name[16];
  const char *given = getenv("SHOP_NAME");
  if (given == NULL || strlen(given) >= sizeof name) return;
  strcpy(name, given);
  scanf("%15s", name);
  size_t length = strlen(given);
  char *block = malloc(length + 1);
  if (block == NULL) return;
  memcpy(block, given, length + 1);
  free(block);
}

int main(int argc, char **argv) {
  char name[16] = "shop ";
  strncat(name, argv[1], sizeof name - strlen(name) - 1);
  snprintf(name, sizeof name, "%s", argv[1]);
  return 0;
}
