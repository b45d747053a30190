#define PREFIX own
namespace PREFIX {
int JOIN(PREFIX, Free)();
}
