#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int last_of(void) {
    int years[4] = {1, 2, 3, 4};
    return years[3];
}

void terminate(void) {
    char code[4];
    code[0] = '\0';
    puts(code);
}

void greet(void) {
    char name[16];
    memset(name, 0, 16);
    puts(name);
}

int month(const int *days, int at) {
    int lengths[12] = {31};
    if (at == 12) return 0;
    return days[0] + lengths[at];
}

int length_of(void) {
    const char *text = "text";
    return text[0];
}

int first(const int *list) {
    if (list == NULL) return 0;
    return *list;
}

int total_of(void) {
    int total = 0;
    return total;
}

int sum(int count) {
    int total = 0;
    if (count > 3) total = count;
    return total + 1;
}

void keep(void) {
    char *copy = malloc(20);
    if (copy) copy[0] = 'a';
    free(copy);
}

void grow(size_t size) {
    char *list = malloc(size);
    if (!list) return;
    char *larger = realloc(list, size * 2);
    if (!larger) {
        free(list);
        return;
    }
    free(larger);
}

int log_line(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    fputs("line", file);
    return fclose(file);
}

void drop(void) {
    char *text = malloc(10);
    free(text);
}

char *spoil(void) {
    char *text = malloc(10);
    return text;
}

void release(void) {
    char line[20] = "a";
    puts(line);
}

void close_rightly(void) {
    FILE *file = fopen("a.txt", "r");
    if (file) fclose(file);
}

int *place(void) {
    static int here = 1;
    return &here;
}

void shift_text(void) {
    char text[32] = "abcdef";
    memmove(text, text + 2, 8);
    puts(text);
}

void write_copy(void) {
    char word[] = "word";
    word[0] = 'W';
    puts(word);
}

int kept_scope(int kind) {
    int inner = 2;
    int *pointer = NULL;
    if (kind) pointer = &inner;
    return pointer ? *pointer : 0;
}
