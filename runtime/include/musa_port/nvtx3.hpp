//===- musa_port/nvtx3.hpp - NVTX's classes of C++ ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of nvtx3/nvtx3.hpp: ranges that end with a scope or with an object, marks, domains and
// what an annotation shows. See nvtx3.h for who hears of it. A domain's tag type D has a `name`, a
// category's C a `name` and an `id`, a string's S a `message`.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_NVTX3_HPP
#define MUSA_PORT_NVTX3_HPP

#include <musa_port/nvtx3.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nvtx3 {
inline namespace v1 {

/// The handle of a domain.
class domain {
public:
  /// Annotations without a domain of their own.
  struct global {};

  domain(const domain &) = delete;
  domain &operator=(const domain &) = delete;
  domain(domain &&) = delete;
  domain &operator=(domain &&) = delete;

  template <typename D = global> static const domain &get() noexcept {
    static const domain one(nameOf<D>(0));
    return one;
  }
  operator nvtxDomainHandle_t() const noexcept { return handle; }

private:
  explicit domain(const char *name) noexcept
      : handle(name != nullptr ? nvtxDomainCreateA(name) : nullptr) {}
  explicit domain(const wchar_t *name) noexcept : handle(nvtxDomainCreateW(name)) {}

  template <typename D>
  static auto nameOf(int) noexcept -> typename std::decay<decltype(D::name)>::type {
    return D::name;
  }
  template <typename D> static const char *nameOf(long) noexcept {
    static_assert(std::is_same<D, global>::value, "a domain's tag type has a static member `name`");
    return nullptr;
  }

  nvtxDomainHandle_t handle;
};

/// A colour, with its transparency.
class argb {
public:
  using component_type = uint8_t;
  constexpr argb(component_type alpha, component_type red, component_type green,
                 component_type blue) noexcept
      : alpha(alpha), red(red), green(green), blue(blue) {}
  component_type alpha, red, green, blue;
};
class rgb {
public:
  using component_type = uint8_t;
  constexpr rgb(component_type red, component_type green, component_type blue) noexcept
      : red(red), green(green), blue(blue) {}
  component_type red, green, blue;
};
class color {
public:
  using value_type = uint32_t;
  constexpr explicit color(value_type hexCode) noexcept : value(hexCode) {}
  constexpr color(argb from) noexcept
      : value(value_type{from.alpha} << 24 | value_type{from.red} << 16 |
              value_type{from.green} << 8 | value_type{from.blue}) {}
  constexpr color(rgb from) noexcept : color(argb(0xff, from.red, from.green, from.blue)) {}
  constexpr value_type get_value() const noexcept { return value; }
  constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
  value_type value;
};

/// A number that groups annotations.
class category {
public:
  using id_type = uint32_t;
  constexpr explicit category(id_type id) noexcept : id(id) {}
  constexpr id_type get_id() const noexcept { return id; }

private:
  id_type id;
};
template <typename D = domain::global> class named_category_in final : public category {
public:
  template <typename C> static const named_category_in &get() noexcept {
    static const named_category_in one(C::id, C::name);
    return one;
  }
  named_category_in(id_type id, const char *name) noexcept : category(id) {
    nvtxDomainNameCategoryA(domain::get<D>(), id, name);
  }
  named_category_in(id_type id, const wchar_t *name) noexcept : category(id) {
    nvtxDomainNameCategoryW(domain::get<D>(), id, name);
  }
};
using named_category = named_category_in<>;

/// A text that a listener has been told of before.
template <typename D = domain::global> class registered_string_in {
public:
  template <typename S> static const registered_string_in &get() noexcept {
    static const registered_string_in one(S::message);
    return one;
  }
  explicit registered_string_in(const char *text) noexcept
      : handle(nvtxDomainRegisterStringA(domain::get<D>(), text)) {}
  explicit registered_string_in(const std::string &text) noexcept
      : registered_string_in(text.c_str()) {}
  explicit registered_string_in(const wchar_t *text) noexcept
      : handle(nvtxDomainRegisterStringW(domain::get<D>(), text)) {}
  explicit registered_string_in(const std::wstring &text) noexcept
      : registered_string_in(text.c_str()) {}
  nvtxStringHandle_t get_handle() const noexcept { return handle; }

private:
  nvtxStringHandle_t handle;
};
using registered_string = registered_string_in<>;

/// What an annotation says. It does not own the text.
class message {
public:
  using value_type = nvtxMessageValue_t;
  message(const char *text) noexcept : type(NVTX_MESSAGE_TYPE_ASCII) { value.ascii = text; }
  message(const std::string &text) noexcept : message(text.c_str()) {}
  message(std::string &&) = delete;
  message(const wchar_t *text) noexcept : type(NVTX_MESSAGE_TYPE_UNICODE) { value.unicode = text; }
  message(const std::wstring &text) noexcept : message(text.c_str()) {}
  message(std::wstring &&) = delete;
  template <typename D>
  message(const registered_string_in<D> &text) noexcept : message(text.get_handle()) {}
  message(nvtxStringHandle_t handle) noexcept : type(NVTX_MESSAGE_TYPE_REGISTERED) {
    value.registered = handle;
  }
  nvtxMessageType_t get_type() const noexcept { return type; }
  value_type get_value() const noexcept { return value; }

private:
  nvtxMessageType_t type;
  value_type value;
};

/// A number that an annotation shows.
class payload {
public:
  using value_type = decltype(nvtxEventAttributes_t::payload);
  explicit payload(int64_t number) noexcept : type(NVTX_PAYLOAD_TYPE_INT64) {
    value.llValue = number;
  }
  explicit payload(int32_t number) noexcept : type(NVTX_PAYLOAD_TYPE_INT32) {
    value.iValue = number;
  }
  explicit payload(uint64_t number) noexcept : type(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) {
    value.ullValue = number;
  }
  explicit payload(uint32_t number) noexcept : type(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) {
    value.uiValue = number;
  }
  explicit payload(float number) noexcept : type(NVTX_PAYLOAD_TYPE_FLOAT) { value.fValue = number; }
  explicit payload(double number) noexcept : type(NVTX_PAYLOAD_TYPE_DOUBLE) {
    value.dValue = number;
  }
  nvtxPayloadType_t get_type() const noexcept { return type; }
  value_type get_value() const noexcept { return value; }

private:
  nvtxPayloadType_t type;
  value_type value;
};

/// All that an annotation shows. Of two arguments of one kind, the first counts.
class event_attributes {
public:
  using value_type = nvtxEventAttributes_t;
  event_attributes() noexcept : attributes(musaPortNvtxAscii(nullptr)) {
    attributes.messageType = NVTX_MESSAGE_UNKNOWN;
  }
  template <typename... Args>
  explicit event_attributes(const category &given, const Args &...others) noexcept
      : event_attributes(others...) {
    attributes.category = given.get_id();
  }
  template <typename... Args>
  explicit event_attributes(const color &given, const Args &...others) noexcept
      : event_attributes(others...) {
    attributes.color = given.get_value();
    attributes.colorType = given.get_type();
  }
  template <typename... Args>
  explicit event_attributes(const rgb &given, const Args &...others) noexcept
      : event_attributes(color(given), others...) {}
  template <typename... Args>
  explicit event_attributes(const argb &given, const Args &...others) noexcept
      : event_attributes(color(given), others...) {}
  template <typename... Args>
  explicit event_attributes(const payload &given, const Args &...others) noexcept
      : event_attributes(others...) {
    attributes.payload = given.get_value();
    attributes.payloadType = given.get_type();
  }
  template <typename... Args>
  explicit event_attributes(const message &given, const Args &...others) noexcept
      : event_attributes(others...) {
    attributes.message = given.get_value();
    attributes.messageType = given.get_type();
  }
  const value_type *get() const noexcept { return &attributes; }

private:
  value_type attributes;
};

/// Whether `Args` are what an annotation shows, and no other object to copy.
template <typename Self, typename... Args>
using enable_if_attributes = typename std::enable_if<
    !std::is_same<Self, typename std::decay<typename std::tuple_element<
                            0, std::tuple<Args..., void>>::type>::type>::value>::type;

/// A range of this thread that ends with the scope.
template <typename D = domain::global> class scoped_range_in {
public:
  explicit scoped_range_in(const event_attributes &attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
  }
  scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
  template <typename... Args, typename = enable_if_attributes<event_attributes, Args...>>
  explicit scoped_range_in(const Args &...args) noexcept
      : scoped_range_in(event_attributes(args...)) {}
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  scoped_range_in(scoped_range_in &&) = delete;
  scoped_range_in &operator=(scoped_range_in &&) = delete;
  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D>()); }
  /// A range is a thing of the stack.
  static void *operator new(size_t) = delete;
};
using scoped_range = scoped_range_in<>;
template <typename D = domain::global> using domain_thread_range = scoped_range_in<D>;
using thread_range = scoped_range;

/// A range that any thread may end.
struct range_handle {
  using value_type = nvtxRangeId_t;
  constexpr explicit range_handle(value_type id) noexcept : id(id) {}
  constexpr range_handle() noexcept = default;
  constexpr range_handle(std::nullptr_t) noexcept {}
  constexpr explicit operator bool() const noexcept { return id != 0; }
  constexpr value_type get_value() const noexcept { return id; }
  friend constexpr bool operator==(range_handle a, range_handle b) noexcept { return a.id == b.id; }
  friend constexpr bool operator!=(range_handle a, range_handle b) noexcept { return a.id != b.id; }

private:
  value_type id = 0;
};
template <typename D = domain::global>
range_handle start_range_in(const event_attributes &attributes) noexcept {
  return range_handle(nvtxDomainRangeStartEx(domain::get<D>(), attributes.get()));
}
template <typename D = domain::global, typename... Args,
          typename = enable_if_attributes<event_attributes, Args...>>
range_handle start_range_in(const Args &...args) noexcept {
  return start_range_in<D>(event_attributes(args...));
}
template <typename... Args> range_handle start_range(const Args &...args) noexcept {
  return start_range_in<domain::global>(args...);
}
template <typename D = domain::global> void end_range_in(range_handle range) noexcept {
  nvtxDomainRangeEnd(domain::get<D>(), range.get_value());
}
inline void end_range(range_handle range) noexcept { end_range_in<>(range); }

/// A range that ends with the object, which may move.
template <typename D = domain::global> class unique_range_in {
public:
  template <typename... Args, typename = enable_if_attributes<unique_range_in, Args...>>
  explicit unique_range_in(const Args &...args) noexcept : range(start_range_in<D>(args...)) {}
  unique_range_in(unique_range_in &&other) noexcept : range(other.range) {
    other.range = range_handle();
  }
  unique_range_in &operator=(unique_range_in &&other) noexcept {
    std::swap(range, other.range);
    return *this;
  }
  unique_range_in(const unique_range_in &) = delete;
  unique_range_in &operator=(const unique_range_in &) = delete;
  ~unique_range_in() noexcept {
    if (range)
      end_range_in<D>(range);
  }

private:
  range_handle range;
};
using unique_range = unique_range_in<>;
template <typename D = domain::global> using domain_process_range = unique_range_in<D>;
using process_range = unique_range;

template <typename D = domain::global> void mark_in(const event_attributes &attributes) noexcept {
  nvtxDomainMarkEx(domain::get<D>(), attributes.get());
}
template <typename D = domain::global, typename... Args,
          typename = enable_if_attributes<event_attributes, Args...>>
void mark_in(const Args &...args) noexcept {
  mark_in<D>(event_attributes(args...));
}
template <typename... Args> void mark(const Args &...args) noexcept {
  mark_in<domain::global>(args...);
}

/// A range that begins if a condition holds, see NVTX3_FUNC_RANGE_IF.
template <typename D> class musa_port_optional_range {
public:
  musa_port_optional_range(bool begins, const char *name) noexcept : begins(begins) {
    if (begins)
      nvtxDomainRangePushEx(domain::get<D>(), event_attributes(message(name)).get());
  }
  musa_port_optional_range(const musa_port_optional_range &) = delete;
  musa_port_optional_range &operator=(const musa_port_optional_range &) = delete;
  ~musa_port_optional_range() noexcept {
    if (begins)
      nvtxDomainRangePop(domain::get<D>());
  }

private:
  bool begins;
};

} // namespace v1
} // namespace nvtx3

/* A range with the function's name, up to the end of the scope. */
#define NVTX3_FUNC_RANGE_IF_IN(D, C)                                                               \
  const ::nvtx3::musa_port_optional_range<D> nvtx3_function_range_((C), __func__)
#define NVTX3_FUNC_RANGE_IN(D) NVTX3_FUNC_RANGE_IF_IN(D, true)
#define NVTX3_FUNC_RANGE_IF(C) NVTX3_FUNC_RANGE_IF_IN(::nvtx3::domain::global, C)
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)

#define NVTX3_V1_FUNC_RANGE NVTX3_FUNC_RANGE
#define NVTX3_V1_FUNC_RANGE_IN NVTX3_FUNC_RANGE_IN
#define NVTX3_V1_FUNC_RANGE_IF NVTX3_FUNC_RANGE_IF
#define NVTX3_V1_FUNC_RANGE_IF_IN NVTX3_FUNC_RANGE_IF_IN

#endif // MUSA_PORT_NVTX3_HPP
