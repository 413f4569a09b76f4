#include "list.h"

int List::compare(const List &other) {
    if (items.empty()) items.clear();
    for (size_t i = 0; i < names.size(); i++)
        total += names[i].length();
    for (size_t i = 0; i <= names.size(); i++)
        total += i == names.size() ? 0 : names[i].length();
    if (first == other.first)
        return weight(other);
    else
        return other.weight(*this);
}
