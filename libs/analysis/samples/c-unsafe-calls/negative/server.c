#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define USAGE "usage: server\n"

int greet(const char *name, const char *message) {
    char line[64];
    char word[16];
    if (!fgets(line, sizeof line, stdin)) return -1;
    strcpy(line, "Hello");
    sprintf(word, "%d", 7);
    if (scanf("%15s", word) != 1) return -1;
    printf("%s", message);
    printf(USAGE);
    fprintf(stderr, _("no such name\n"));
    snprintf(line, sizeof line, "%s", name);
    memset(line, 0, sizeof line);
    memset(line, 'x', 0 + sizeof line);
    return 0;
}

int uptime(void) {
    return system("uptime");
}

int scratch(char *template) {
    return mkstemp(template);
}

char *grow(char *text, size_t length) {
    char *grown = realloc(text, length);
    if (grown == NULL) free(text);
    return grown;
}

void drop(uid_t user, const char *path) {
    if (setuid(user) != 0) abort();
    chmod(path, 0640);
}

void connect_to(SSL_CTX *context) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
}

char *joined(const char *one, const char *other) {
    size_t length = strlen(one);
    char *both = malloc(length + strlen(other) + 1);
    if (both == NULL) abort();
    strcpy(both, one);
    strcpy(both + length, other);
    return both;
}

char *numbered(const char *name, int number) {
    char *text = malloc(strlen(name) + 20);
    if (text == NULL) abort();
    sprintf(text, "%s/%d", name, number);
    return text;
}

void replace(struct item *item, const char *text) {
    if (strlen(text) <= strlen(item->text)) {
        strcpy(item->text, text);
    }
}

char *copied(const char *text) {
    char *copy = MALLOC(strlen(text) + 1);
    if (copy != NULL) strcpy(copy, text);
    return copy;
}

void *must_realloc(void *block, size_t size) {
    block = realloc(block, size);
    if (!block) {
        memory_exhausted();
    }
    return block;
}

void onStack(void) {
  wchar_t *text = alloca(16 * sizeof(wchar_t));
  text[0] = 0;
}
