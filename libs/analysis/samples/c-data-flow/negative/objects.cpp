#include <cstdlib>
#include <memory>
#include <set>
#include <string>

class Job {
 public:
  explicit Job(std::string name) : name_(std::move(name)), command_("ls") {}
  void run() const { std::system(command_.c_str()); }
  ~Job() { delete[] buffer_; }

 private:
  std::string name_;
  std::string command_;
  char *buffer_ = nullptr;
};

int main() {
  std::string query = std::getenv("QUERY_STRING");
  Job job(query);
  job.run();
  std::set<std::string> known{"in", "out"};
  if (known.find(query) != known.end()) std::system(query.c_str());
  std::system(("kill " + std::to_string(std::stoi(query))).c_str());
  auto *other = new Job("ls");
  other->run();
  delete other;
  int *all = new int[4];
  all[3] = 1;
  delete[] all;
  return 0;
}

struct Row;
void keep(Row **rows, int count);

void keepRows(int space) {
    Row **rows = new Row *[space];
    int count = 0;
    rows[count++] = nullptr;
    keep(rows, count);
    delete[] rows;
}

void show(const std::string &text);

void shown(int size) {
    char *buffer = new char[size];
    fill(buffer, size);
    std::string text;
    text = buffer;
    delete[] buffer;
    show(text);
    if (text.at(0) == '#') show(text.c_str());
}

void tried(int size) {
    char *buffer = nullptr;
    try {
        buffer = new char[size];
        fill(buffer, size);
        delete[] buffer;
    } catch (...) {
        if (buffer) delete[] buffer;
    }
}
