#include <cstring>
#include <memory>
#include <string>
#include <vector>

struct Node {
    int value;
    Node* next;
};

int last_value(Node* node) {
    delete node;
    return node->value;
}

void close_both(Node* node) {
    delete node;
    delete node;
}

void unlink(Node* node) {
    delete node;
    node->next = nullptr;
}

void fill(std::size_t count) {
    int* numbers = new int[count];
    delete numbers;
    Node* node = new Node();
    free(node);
}

int* counter() {
    int count = 0;
    return &count;
}

const char* label(int id) {
    const char* text = std::to_string(id).c_str();
    return text;
}

void drop_negative(std::vector<int>& numbers) {
    for (int number : numbers) {
        if (number < 0) numbers.erase(numbers.begin());
    }
}

class Shape {
public:
    Shape() { memset(this, 0, sizeof(*this)); }
    virtual double area() const;
};

class File {
public:
    ~File() {
        if (!flushed) throw std::runtime_error("not flushed");
    }
    std::auto_ptr<Node> node;
    bool flushed;
};

void Panel::clear() {
    delete layout();
    int rows = 0;
    layout()->addStretch();
}
