using namespace at;

void viaUsing() { musa::f(); }
