#include <map>
#include <string>

void drop_empty(std::map<std::string, int> &counts) {
  for (auto it = counts.begin(); it != counts.end(); ++it)
    if (it->second == 0) counts.erase(it);
}
