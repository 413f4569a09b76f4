#include "list.h"

int List::compare(const List &other) {
    items.empty();
    for (size_t i = 0; i <= names.size(); i++)
        total += names[i].length();
    if (first == other.first)
        return weight(other);
    else
        return weight(other);
}
