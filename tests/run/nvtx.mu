// NO-SANITIZER: a header
// NVTX's marks and ranges: nothing where nobody listens, and what a listener is told.
#include <musa_port/nvtx3.hpp>
#include <musa_port/nvtx3_musa.h>

#include <musa_runtime.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

const musaPortNvtxFunctions *musaPortNvtxListener = nullptr;

namespace {

std::vector<std::string> heard;
int level = 0;
char domains[4];
int domainCount = 0;

std::string text(const nvtxEventAttributes_t *attributes) {
  if (attributes->version != NVTX_VERSION || attributes->size != sizeof *attributes)
    return "not set up";
  std::string result;
  if (attributes->messageType == NVTX_MESSAGE_TYPE_ASCII)
    result = attributes->message.ascii;
  else if (attributes->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
    result =
        std::string("registered ") + reinterpret_cast<const char *>(attributes->message.registered);
  if (attributes->colorType == NVTX_COLOR_ARGB)
    result += " color " + std::to_string(attributes->color);
  if (attributes->payloadType == NVTX_PAYLOAD_TYPE_INT32)
    result += " payload " + std::to_string(attributes->payload.iValue);
  if (attributes->category != 0)
    result += " category " + std::to_string(attributes->category);
  return result;
}

std::string in(nvtxDomainHandle_t domain) {
  return domain == nullptr
             ? ""
             : "domain " + std::to_string(reinterpret_cast<char *>(domain) - domains) + ": ";
}

const musaPortNvtxFunctions listener = {
    [](nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {
      heard.push_back(in(domain) + "mark " + text(attributes));
    },
    [](nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {
      heard.push_back(in(domain) + "push " + text(attributes));
      return level++;
    },
    [](nvtxDomainHandle_t domain) {
      heard.push_back(in(domain) + "pop");
      return --level;
    },
    [](nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {
      heard.push_back(in(domain) + "start " + text(attributes));
      return nvtxRangeId_t{7};
    },
    [](nvtxDomainHandle_t domain, nvtxRangeId_t range) {
      heard.push_back(in(domain) + "end " + std::to_string(range));
    },
    [](const char *name) {
      heard.push_back(std::string("create ") + name);
      return reinterpret_cast<nvtxDomainHandle_t>(&domains[domainCount++]);
    },
    nullptr, // nobody asks for ends of domains
    [](nvtxDomainHandle_t, const char *registered) {
      return reinterpret_cast<nvtxStringHandle_t>(const_cast<char *>(registered));
    },
    [](nvtxDomainHandle_t domain, uint32_t category, const char *name) {
      heard.push_back(in(domain) + "category " + std::to_string(category) + " " + name);
    },
    [](const char *what, uint64_t object, const char *name) {
      heard.push_back(std::string(what) + " " + std::to_string(object) + " " + name);
    }};

struct Library {
  static constexpr const char *name = "library";
};
struct Input {
  static constexpr const char *name = "input";
  static constexpr uint32_t id = 3;
};
struct Step {
  static constexpr const char *message = "step";
};

void inFunction() { NVTX3_FUNC_RANGE_IN(Library); }
void inFunctionIf(bool begins) { NVTX3_FUNC_RANGE_IF(begins); }

int failures = 0;

void expect(const char *what, const std::vector<std::string> &expected) {
  if (heard != expected) {
    ++failures;
    std::printf("%s: heard\n", what);
    for (const std::string &one : heard)
      std::printf("  %s\n", one.c_str());
  }
  heard.clear();
}

__global__ void set(int *value) { *value = 5; }

} // namespace

int main() {
  // Nobody listens.
  if (nvtxRangePushA("a") != NVTX_NO_PUSH_POP_TRACKING ||
      nvtxRangePop() != NVTX_NO_PUSH_POP_TRACKING || nvtxRangeStart("b") != 0 ||
      nvtxDomainCreate("none") != nullptr)
    ++failures;
  expect("without a listener", {});

  musaPortNvtxListener = &listener;
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.colorType = NVTX_COLOR_ARGB;
  attributes.color = 255;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "outer";
  failures += nvtxRangePushEx(&attributes) != 0;
  failures += nvtxRangePush("inner") != 1;
  nvtxMark("mark");
  failures += nvtxRangePop() != 1;
  failures += nvtxRangePop() != 0;
  const nvtxRangeId_t range = nvtxRangeStart("anywhere");
  nvtxRangeEnd(range);
  nvtxDomainDestroy(nullptr);
  expect("C", {"push outer color 255", "push inner", "mark mark", "pop", "pop", "start anywhere",
               "end 7"});

  nvtxNameOsThread(9, "loader");
  nvtxNameCategory(2, "io");
  nvtxNameCudaDevice(0, "cpu");
  musaStream_t stream = nullptr;
  nvtxNameCudaStream(stream, "default");
  expect("names", {"thread 9 loader", "category 2 io", "device 0 cpu", "stream 0 default"});

  {
    const std::string name = "owned";
    nvtx3::scoped_range range{name, nvtx3::rgb{0, 0, 1}, nvtx3::payload{int32_t{4}},
                              nvtx3::named_category_in<Library>::get<Input>()};
    nvtx3::scoped_range_in<Library> inner{nvtx3::registered_string_in<Library>::get<Step>()};
    nvtx3::mark("now");
  }
  expect("ranges of a scope",
         {"create library", "domain 0: category 3 input",
          "push owned color 4278190081 payload 4 category 3", "domain 0: push registered step",
          "mark now", "domain 0: pop", "pop"});
  {
    nvtx3::unique_range first{"moves"};
    nvtx3::unique_range second{std::move(first)};
    nvtx3::end_range_in<Library>(nvtx3::start_range_in<Library>(nvtx3::event_attributes{"x"}));
  }
  inFunction();
  inFunctionIf(false);
  inFunctionIf(true);
  expect("ranges of objects",
         {"start moves", "domain 0: start x", "domain 0: end 7", "end 7",
          "domain 0: push inFunction", "domain 0: pop", "push inFunctionIf", "pop"});

  int *value = nullptr;
  musaMallocManaged(&value, sizeof *value);
  set<<<1, 1>>>(value);
  failures += musaDeviceSynchronize() != musaSuccess || *value != 5;
  musaFree(value);
  std::puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
