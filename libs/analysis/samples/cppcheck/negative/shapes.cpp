#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

class Counter {
public:
    int value() const { return count; }
private:
    int count = 0;
};

class Buffer {
public:
    explicit Buffer(std::size_t size) : data(size) {}
private:
    std::vector<char> data;
};

class Base {
public:
    virtual ~Base() = default;
    int id = 0;
};

class Derived : public Base {
public:
    std::string text;
};

void destroy() {
    Base* base = new Derived();
    delete base;
}

void always() noexcept {
    try {
        throw 2;
    } catch (int) {
    }
}

struct Record {
    std::string name;
    int age = 0;
};

void wipe(Record& record) { record = Record(); }

int oldest(std::vector<int> numbers) {
    numbers.push_back(1);
    return *numbers.begin();
}

std::string label() {
    std::string text = "label";
    return text;
}

std::string taken(std::string text) {
    std::string other = std::move(text);
    return other;
}

void look(std::vector<int>& list) { list.clear(); }

class Guarded {
public:
    void add() {
        std::lock_guard<std::mutex> lock(own);
        ++count;
    }
private:
    std::mutex own;
    int count = 0;
};

void numbers() {
    int* list = new int[4]();
    delete[] list;
}

bool holds(const std::vector<int>& one) { return one.begin() == one.end(); }

void disable(bool* flag) { *flag = false; }
