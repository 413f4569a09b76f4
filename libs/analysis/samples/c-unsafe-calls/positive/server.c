#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void greet(const char *name, const char *message) {
    char line[64];
    char word[16];
    gets(line);
    strcpy(line, name);
    sprintf(line, "Hello %s", name);
    scanf("%s", word);
    printf(message);
    fprintf(stderr, message);
    strncpy(line, name, strlen(name));
    memset(line, sizeof line, 0);
}

int convert(const char *command) {
    return system(command);
}

char *scratch(size_t length) {
    char *buffer = alloca(length);
    char *name = tmpnam(buffer);
    if (access(name, W_OK) == 0) unlink(name);
    return name;
}

void grow(char *text, size_t length) {
    text = realloc(text, length);
    text[0] = 0;
}

void drop(uid_t user, const char *path) {
    setuid(user);
    chmod(path, 0666);
}

void connect_to(SSL_CTX *context) {
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
}
