#include <cstring>
#include <memory>
#include <string>
#include <vector>

struct Node {
    int value;
    Node* next;
};

int last_value(Node* node) {
    int value = node->value;
    delete node;
    return value;
}

void replace(Node* node) {
    delete node;
    node = new Node();
    node->value = 1;
    delete node;
}

void fill(std::size_t count) {
    int* numbers = new int[count];
    delete[] numbers;
    Node* node = new Node();
    delete node;
    void* raw = malloc(count);
    free(raw);
}

int* counter() {
    static int count = 0;
    return &count;
}

std::string label(int id) {
    std::string text = std::to_string(id);
    const char* start = text.c_str();
    return std::string(start);
}

void drop_first_negative(std::vector<int>& numbers, std::vector<int>& dropped) {
    for (int number : numbers) {
        dropped.push_back(number);
        if (number < 0) {
            numbers.erase(numbers.begin());
            break;
        }
    }
}

class Shape {
public:
    virtual ~Shape() = default;
    virtual double area() const;
};

class Square : public Shape {
public:
    virtual double area() const override;
};

class File {
public:
    ~File() {
        try {
            if (!flushed) throw std::runtime_error("not flushed");
        } catch (const std::exception& error) {
            report(error);
        }
    }
    std::unique_ptr<Node> node;
    bool flushed;
};

// The getter gives the new layout.
void Panel::replace(Layout* next) {
    delete layout();
    setLayout(next);
    layout()->addStretch();
}
