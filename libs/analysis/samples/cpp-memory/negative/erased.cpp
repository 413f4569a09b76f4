#include <map>
#include <string>

void drop_empty(std::map<std::string, int> &counts) {
  for (auto it = counts.begin(); it != counts.end();)
    it = it->second == 0 ? counts.erase(it) : std::next(it);
}

void drop_first(std::map<std::string, int> &counts) {
  for (auto it = counts.begin(); it != counts.end(); ++it) {
    if (it->second == 0) {
      counts.erase(it);
      break;
    }
  }
}

bool drop_one(std::map<std::string, int> &counts) {
  for (auto it = counts.begin(); it != counts.end(); it++)
    if (it->second == 0) {
      counts.erase(it);
      return true;
    }
  return false;
}

bool dropFirst(std::vector<int>& values, int wanted, bool keep) {
  for (auto it = values.begin(); it != values.end(); ++it) {
    if (*it == wanted) {
      if (!keep) values.erase(it);
      return true;
    }
  }
  return false;
}

// The function returns in the same block, so that the loop does not go on.
void forget(std::vector<Session>& sessions, int id) {
  for (Session& session : sessions)
    if (session.id == id) {
      sessions.erase(sessions.begin());
      count -= 1;
      if (sessions.empty())
        sessions.clear();
      return;
    }
}
