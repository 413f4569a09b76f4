#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int last_of(void) {
    int years[4] = {1, 2, 3, 4};
    return years[4];
}

void terminate(void) {
    char code[4];
    code[4] = '\0';
    puts(code);
}

void greet(void) {
    char name[8];
    memset(name, 0, 16);
    puts(name);
}

int month(const int *days, int at) {
    int lengths[12] = {31};
    if (at == 12) puts("no such month");
    return days[0] + lengths[at];
}

int length_of(void) {
    const char *text = NULL;
    return text[0];
}

int first(const int *list) {
    int value = *list;
    if (list == NULL) return 0;
    return value;
}

int total_of(void) {
    int total;
    return total;
}

int sum(int count) {
    int total;
    if (count > 3) total = count;
    return total + 1;
}

void keep(void) {
    char *copy = malloc(20);
    if (copy) copy[0] = 'a';
}

void grow(size_t size) {
    char *list = malloc(size);
    if (!list) return;
    list = realloc(list, size * 2);
    free(list);
}

int log_line(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    fputs("line", file);
    return 0;
}

void drop(void) {
    char *text = malloc(10);
    free(text);
    free(text);
}

char *spoil(void) {
    char *text = malloc(10);
    free(text);
    return text;
}

void release(void) {
    char line[20] = "a";
    free(line);
}

void close_wrongly(void) {
    FILE *file = fopen("a.txt", "r");
    free(file);
}

int *place(void) {
    int here = 1;
    int *pointer = &here;
    return pointer;
}

void shift_text(void) {
    char text[32] = "abcdef";
    memcpy(text, text + 2, 8);
    puts(text);
}

void write_constant(void) {
    char *word = "word";
    word[0] = 'W';
    puts(word);
}

int kept_scope(int kind) {
    int *pointer = NULL;
    if (kind) {
        int inner = 2;
        pointer = &inner;
    }
    return pointer ? *pointer : 0;
}
