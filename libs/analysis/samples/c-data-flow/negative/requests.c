#include <ctype.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_folder(const char *name) { return strcmp(name, "in") == 0 || strcmp(name, "out") == 0; }

static void list_folder(const char *name) {
  char command[64];
  snprintf(command, sizeof command, "ls %s", name);
  system(command);
}

static void find_user(sqlite3 *database, const char *name) {
  sqlite3_stmt *statement;
  sqlite3_prepare_v2(database, "SELECT id FROM users WHERE name = ?", -1, &statement, NULL);
  sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT);
}

static void end_process(const char *number) {
  char command[64];
  snprintf(command, sizeof command, "kill %d", atoi(number));
  system(command);
}

int answer(sqlite3 *database) {
  const char *query = getenv("QUERY_STRING");
  if (query == NULL) return 1;
  if (is_folder(query)) list_folder(query);
  if (strspn(query, "abcdefghijklmnopqrstuvwxyz") == strlen(query)) list_folder(query);
  find_user(database, query);
  end_process(query);
  printf("%s", query);
  execl("/bin/ls", "ls", query, (char *)NULL);
  return 0;
}

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  if (file == NULL) return 1;
  fclose(file);
  return 0;
}
