#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

struct point {
  int x;
  int y;
};

static int is_quiet(void) { return 0; }

int third(const int *values) { return *(values + 2); }

uint64_t flag(void) { return (uint64_t)1 << 40; }

int order(int at) {
  at = at + 1;
  return at;
}

int loud(void) {
  if (is_quiet()) return 0;
  return 1;
}

int device(void) {
  static int own = 3;
  int *place = &own;
  return *place;
}

int cast(void) {
  struct point own = {100, 0};
  struct point *point = (struct point *)&own;
  return point->y;
}

const char *season(int month) {
  const char *name = "winter";
  switch (month) {
    case 4:
      name = "spring";
      break;
    case 7:
      name = "summer";
      /* fall through */
    case 8:
      puts(name);
      break;
    default:
      break;
  }
  return name;
}

void down(const char *text, unsigned int length) {
  for (unsigned int at = length; at > 0; at--) putchar(text[at - 1]);
}

int locked(const char *path) {
  int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (fd < 0) return -1;
  close(fd);
  return 0;
}

int first_letter(FILE *file) {
  char line[100];
  if (fgets(line, sizeof line, file) == NULL) return 0;
  return line[0];
}

int command(int fd) {
  char in[64];
  ssize_t got = recv(fd, in, sizeof in - 1, 0);
  if (got <= 0) return -1;
  in[got] = '\0';
  return in[0];
}

static double shown(void *value) {
  double *number = (double *)value;
  return *number;
}

double confused(void) {
  double number = 5;
  return shown(&number);
}
