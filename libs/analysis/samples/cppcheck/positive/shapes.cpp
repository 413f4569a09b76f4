#include <cstdlib>
#include <cstring>
#include <iostream>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

class Counter {
public:
    Counter() {}
    int value() const { return count; }
private:
    int count;
};

class Buffer {
public:
    explicit Buffer(int size) : data(new char[size]) {}
    ~Buffer() { delete[] data; }
private:
    char* data;
};

class Shape {
public:
    virtual double area() const = 0;
    Shape() { area(); }
};

class Base {
public:
    int id = 0;
};

class Derived : public Base {
public:
    ~Derived() { free(text); }
    char* text = nullptr;
};

void destroy() {
    Base* base = new Derived();
    delete base;
}

class Closing {
public:
    ~Closing() { throw 1; }
};

void never() noexcept { throw 2; }

struct Record {
    std::string name;
    int age;
};

void wipe(Record* record) { memset(record, 0, sizeof(Record)); }

int oldest(std::vector<int> numbers) {
    auto place = numbers.begin();
    numbers.push_back(1);
    return *place;
}

const char* label() {
    std::string text = "label";
    return text.c_str();
}

std::string taken(std::string text) {
    std::string other = std::move(text);
    return other + text;
}

void look(std::vector<int>& list) {
    list.empty();
}

class Guarded {
public:
    void add() {
        std::mutex own;
        std::lock_guard<std::mutex> lock(own);
        ++count;
    }
private:
    int count = 0;
};

int* numbers() {
    int* list = new int[4];
    free(list);
    return nullptr;
}

void rethrow() { throw; }

bool holds(const std::vector<int>& one, const std::vector<int>& other) {
    return one.begin() == other.end();
}

void disable(bool* flag) {
    *flag = true;
    flag = false;
}
