#include <cstddef>

class Pixels {
 public:
  explicit Pixels(std::size_t count) : data_(new unsigned char[count]), first_(nullptr) {}
  ~Pixels() {
    delete[] data_;
    delete first_;
  }
  void begin() { first_ = new unsigned char(0); }

 private:
  unsigned char *data_;
  unsigned char *first_;
};
