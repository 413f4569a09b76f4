import { before, isDangerous } from './places';

export const c = (index: number): string => `#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row${index} {
  char name[64];
  const char *kind;
  int amount;
};

struct store${index} {
  struct row${index} *rows;
  size_t count;
  size_t limit;
};

int named${before(index)}(char *out, size_t size, const char *value);

static int add(struct store${index} *store, const struct row${index} *row) {
  if (store->count >= store->limit) return -1;
  store->rows[store->count] = *row;
  store->count++;
  return 0;
}

static int total(const struct store${index} *store, int factor) {
  int sum = 0;
  for (size_t i = 0; i < store->count; i++) {
    if (strcmp(store->rows[i].kind, "credit") == 0) sum += store->rows[i].amount * factor;
    else if (strcmp(store->rows[i].kind, "debit") == 0) sum -= store->rows[i].amount * factor;
    else continue;
  }
  return sum;
}

int named${index}(char *out, size_t size, const char *value) {
  size_t length = strlen(value);
  if (length >= size) return named${before(index)}(out, size, "too long");
  for (size_t i = 0; i < length; i++) out[i] = (char)toupper((unsigned char)value[i]);
  out[length] = '\\0';
  return (int)length;
}

int view${index}(void) {
  const char *name = getenv("QUERY_STRING");
  struct store${index} store = {0};
  struct row${index} row;
  char command[256];
  int result = -1;
  if (name == NULL) return -1;
  store.limit = 100;
  store.rows = malloc(store.limit * sizeof(struct row${index}));
  if (store.rows == NULL) goto end;
  row.kind = "credit";
  row.amount = named${before(index)}(row.name, sizeof row.name, name);
  if (row.amount < 0 || add(&store, &row) != 0) goto end;
  snprintf(command, sizeof command, "ls %s", ${isDangerous(index) ? 'name' : '"-l"'});
  system(command);
  result = total(&store, 2);
end:
  free(store.rows);
  return result;
}
`;
