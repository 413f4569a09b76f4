#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void show(int id, unsigned size) {
    printf("%d %s\n", id, "a");
    printf("%d\n", id);
    printf("%u\n", size);
}

void read_word(void) {
    char word[8];
    if (scanf("%7s", word) == 1) puts(word);
}

int classify(void) {
    return isdigit('1');
}

void reserve(char *line, size_t size) {
    memset(line, 0, size);
}

void collect(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int64_t shifted(int64_t bits) {
    return bits << 40;
}

unsigned flag(void) {
    return 1u << 31;
}

long long large(void) {
    long long most = 2147483647;
    return most + 1;
}

int larger(int count) {
    if (count == 2147483647) return count;
    return count + 1;
}

int share(int total) {
    int parts = 2;
    return total / parts;
}

int portion(int total, int parts) {
    if (parts == 0) return 0;
    return total / parts;
}

int answer(int asked) {
    if (asked) puts("asked");
    return asked;
}

int twice(int at) {
    int list[4] = {0};
    int before = list[at];
    at++;
    return before + list[at];
}

void append(FILE *file) {
    fputs("more", file);
    fclose(file);
}

int is_after(const int *one, const int *other) {
    return one[0] < other[0];
}

void clear(char *line, size_t size) {
    memset(line, 0, size);
}

int in_range(int value) {
    if (value > 5 && value < 10) return 1;
    return 0;
}

int check(void) {
    int counter = 2;
    assert(counter == 2);
    return counter;
}

int is_yes(const char *text) {
    return strcmp(text, "yes") == 0;
}

void again(int count, int *other) {
    *other = count;
    printf("%i\n", count);
}

int skip(const char *text) {
    return strcmp(text, "a");
}

void reset(int *counter, const int *other) {
    *counter = *other;
}

int both(int count, int other) {
    if (count > 5) {
        if (other > 5) return 1;
    }
    return 0;
}

intptr_t address(const int *pointer) {
    return (intptr_t)pointer;
}

char *next(void *block) {
    return (char *)block + 4;
}

void advance(char **text) {
    (*text)++;
}
