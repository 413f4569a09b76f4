#include <cstddef>

class Pixels {
 public:
  explicit Pixels(std::size_t count) : data_(new unsigned char[count]) {}
  ~Pixels() { delete data_; }

 private:
  unsigned char *data_;
};
