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
