#include <curl/curl.h>
#include <dlfcn.h>
#include <ldap.h>
#include <libxml/xpath.h>
#include <libpq-fe.h>
#include <mysql.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

static void list_folder(const char *name) {
  char command[512];
  snprintf(command, sizeof command, "ls %s", name);
  system(command);
}

static void find_user(sqlite3 *database, MYSQL *other, PGconn *third, const char *name) {
  char query[512];
  snprintf(query, sizeof query, "SELECT id FROM users WHERE name = '%s'", name);
  sqlite3_exec(database, query, NULL, NULL, NULL);
  mysql_query(other, query);
  PQexec(third, query);
}

static void find_person(LDAP *directory, xmlXPathContextPtr context, const char *name) {
  char filter[512];
  LDAPMessage *found;
  snprintf(filter, sizeof filter, "(uid=%s)", name);
  ldap_search_ext_s(directory, "dc=shop", LDAP_SCOPE_SUBTREE, filter, NULL, 0, NULL, NULL, NULL, 0, &found);
  snprintf(filter, sizeof filter, "//user[@name='%s']", name);
  xmlXPathEvalExpression((const xmlChar *)filter, context);
}

int answer(sqlite3 *database, MYSQL *other, PGconn *third, LDAP *directory, xmlXPathContextPtr context, CURL *curl) {
  const char *query = getenv("QUERY_STRING");
  list_folder(query);
  popen(query, "r");
  execl("/bin/sh", "sh", "-c", query, (char *)NULL);
  find_user(database, other, third, query);
  find_person(directory, context, query);
  printf(query);
  syslog(LOG_INFO, query);
  FILE *file = fopen(query, "r");
  remove(query);
  dlopen(query, RTLD_NOW);
  curl_easy_setopt(curl, CURLOPT_URL, query);
  return file != NULL;
}

int main(int argc, char **argv) {
  char line[128];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *word = strtok(line, " ");
    system(word);
  }
  fprintf(stderr, argv[1]);
  return 0;
}
