#ifndef PYTORCH_DEVICE_REGISTRY_H
#define PYTORCH_DEVICE_REGISTRY_H

#define REGISTER_DEVICE_IMPL(key, device, value) \
  static auto key##_##device##_ = add<decltype(&(key)), key>(at::k##device, value)

#endif  // PYTORCH_DEVICE_REGISTRY_H
