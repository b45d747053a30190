// Another's types that are declared here are not the tree's own.
namespace c10::musa {
class MUSAStream;
}
struct MUSAEvent;

class Hooks : public MUSAHooksInterface {
public:
  void wait(c10::musa::MUSAStream stream, MUSAEvent &event);
};
