#include <alloca.h>
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void show(int id, unsigned size) {
    printf("%d %s\n", id);
    printf("%s\n", id);
    printf("%d\n", size);
}

void read_word(void) {
    char word[8];
    if (scanf("%20s", word) == 1) puts(word);
}

int classify(void) {
    return isdigit(1000);
}

void reserve(char *line, size_t size) {
    memset(line, (int)size, 0);
}

void collect(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
}

int shifted(int bits) {
    return bits << 40;
}

int flag(void) {
    return 1 << 31;
}

int large(void) {
    int most = 2147483647;
    return most + 1;
}

int larger(int count) {
    if (count == 2147483647) puts("many");
    return count + 1;
}

int share(int total) {
    int parts = 0;
    return total / parts;
}

int portion(int total, int parts) {
    int each = total / parts;
    if (parts == 0) return 0;
    return each;
}

int answer(int asked) {
    if (asked) puts("asked");
}

int twice(int at) {
    int list[4] = {0};
    return list[at] + at++ + list[at];
}

void append(FILE *file) {
    fclose(file);
    fputs("more", file);
}

int is_after(void) {
    int one[2] = {0};
    int other[2] = {0};
    return one < other;
}

void clear(char *line) {
    memset(line, 0, sizeof(line));
}

int in_range(int value) {
    if (value > 10 && value < 5) return 1;
    return 0;
}

int check(void) {
    int counter = 0;
    assert(counter = 2);
    return counter;
}

int is_yes(const char *text) {
    return text == "yes";
}

const char *ending(void) {
    return "file" + '.';
}

void again(int count) {
    count = count;
    printf("%i\n", count);
}

void skip(const char *text) {
    strcmp(text, "a");
}

void reset(int *counter, int *other) {
    *counter = 1;
    counter = other;
}

int both(int count) {
    if (count > 5) {
        if (count > 5) return 1;
    }
    return 0;
}

int address(const int *pointer) {
    int number = pointer;
    return number;
}

void *next(void *block) {
    return block + 4;
}

char *scratch(void) {
    char *text = alloca(10);
    text[0] = 0;
    return text[0] ? NULL : "a";
}

void forget_input(void) {
    fflush(stdin);
}

void advance(char *text) {
    *text++;
}
