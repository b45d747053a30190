using namespace at;

void viaUsing() { cuda::f(); }
