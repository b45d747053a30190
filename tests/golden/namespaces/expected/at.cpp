namespace at::musa {
void f();
}
namespace at {
namespace musa {
void g();
namespace detail {
void h();
}
} // namespace cuda

void inside() {
  musa::f();
  at::musa::g();
  ::at::musa::detail::h();
}
} // namespace at

void outside() {
  using namespace at::musa;
  using at::musa::g;
  namespace ac = at::musa;
  c10::musa::device_count();
}
