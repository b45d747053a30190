// A namespace cuda of the user's own is nobody else's.
namespace mylib {
namespace cuda {
void run();
}
void all() { cuda::run(); }
} // namespace mylib

namespace cuda {
void top();
}

void outside() {
  mylib::cuda::run();
  cuda::top();
  ::cuda::top();
  int cuda = 0;
  cuda += 1;
}
