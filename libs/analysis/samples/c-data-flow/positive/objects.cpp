#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

class Job {
 public:
  explicit Job(std::string command) : command_(std::move(command)) {}
  void run() const { std::system(command_.c_str()); }

 private:
  std::string command_;
};

void released() {
  int *one = new int[4];
  delete one;
  Job *job = new Job("ls");
  delete job;
  job->run();
  int *two = new int[4];
  two[4] = 1;
  delete[] two;
}

int main() {
  std::string query = std::getenv("QUERY_STRING");
  auto job = std::make_unique<Job>("ls " + query);
  job->run();
  std::ostringstream command;
  command << "ls " << query;
  std::system(command.str().c_str());
  std::vector<std::string> all{query};
  for (const auto &each : all) popen(each.c_str(), "r");
  std::ifstream file(query);
  int size;
  std::cin >> size;
  char *block = new char[size];
  delete[] block;
  return 0;
}
