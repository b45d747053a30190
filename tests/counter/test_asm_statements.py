"""Which asm statements are PTX, and what the counter makes of each in a port."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import count
from asm_statements import statements
from tokenizer import Source

BEFORE = r"""__device__ unsigned f(unsigned x, T *p) {
  unsigned n;
  asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x)); // one
  if (n) asm volatile("shl.b32 %0, %1, %2;"
                      : "=r"(p->at[n])
                      : "r"(x), "r"(next(x))); else n = 1;
  asm volatile("exit;");
  return n;
}
"""
AFTER = r"""__device__ unsigned f(unsigned x, T *p) {
  unsigned n;
  n = __popc((unsigned)x); // one
  if (n) do {
    unsigned ptx_0 = 0;
    const unsigned ptx_2 = next(x); p->at[n] = ptx_0; } while (0); else n = 1;
  asm volatile("exit;");
  return n;
}
"""


class Reading(unittest.TestCase):
    def kinds(self, code):
        return [statement.kind for statement in statements(Source(code))]

    def test_what_is_ptx(self):
        for code in ('asm("mov.u32 %0, %%laneid;" : "=r"(x));', 'asm volatile ("exit;");', '__asm__ __volatile__("membar.gl;" ::: "memory");',
                     'asm("{\\n\\t.reg .pred p;\\n}" :: "r"(x));', 'asm(LOAD " %0, [%1];" : "=r"(x) : "l"(p));',
                     '#define F(m) asm("ld." #m ".u32 %0, [%1];" : "=r"(x) : PTR(p))\n'):
            self.assertEqual(self.kinds(code), ["other"], code)
        self.assertEqual(self.kinds('asm("mma.sync.aligned.f32 {%0}, {%1};" : "=f"(x) : "r"(a));'), ["tensor cores"])
        self.assertEqual(self.kinds('asm volatile("cp.async.wait_all;");'), ["asynchronous copies"])

    def test_what_is_not(self):
        for code in ('asm volatile("" ::: "memory");', 'asm volatile("rdtsc" : "=a"(low), "=d"(high));', 'asm("s_nop 0 \\n\\t");',
                     '__asm__("fldcw %0" : : "m"(mode));', "#define F(asm) g(asm)\n", 'int x asm("y");', '"asm(\\"exit;\\");"'):
            self.assertEqual(self.kinds(code), [], code)

    def test_outputs_that_the_template_names(self):
        (found,) = statements(Source('asm("mov.b64 {%0, %[h]}, %3;" : "=r"(a), [h] "=r"(p->x[1]), "=r"(c) : "l"(f(b)));'))
        self.assertEqual([" ".join(tokens) for tokens in found.outputs], ["a", "p -> x [ 1 ]"])


class Ports(unittest.TestCase):
    def judged(self, before, after, *reported, remaining=()):
        """The counts that are not 0, and the facts; `reported`: lines of errors, `remaining`: of the summary."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("in/a.cu", before), ("out/a.mu", after)):
                path = Path(folder) / name
                path.parent.mkdir()
                path.write_text(text)
            report = Path(folder) / "report.json"
            report.write_text(json.dumps({"diagnostics": [
                {"id": "musa-ptx", "severity": "error", "file": f"{folder}/in/a.cu", "line": line, "notes": ["why"]} for line in reported],
                "remaining": [{"name": name, "count": 1, "reason": "why"} for name in remaining]}))
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                count.main([f"{folder}/in", f"{folder}/out", "--ptx", "--report", str(report), "--json"])
        result = json.loads(printed.getvalue())
        return {name: number for name, number in result["counts"].items() if number}, result

    def test_translated_or_reported(self):
        found, result = self.judged(BEFORE, AFTER, 7)
        self.assertEqual(found, {})
        self.assertEqual(result["facts"]["asm statements translated (other)"], 2)
        self.assertEqual(result["ptx left"], [["other", "why", 1]])

    def test_left_and_not_reported(self):
        self.assertEqual(self.judged(BEFORE, AFTER)[0], {"ptx left": 1})
        self.assertEqual(self.judged(BEFORE, BEFORE, 3, 7)[0], {"ptx left": 1})

    def test_left_and_in_the_summary(self):
        self.assertEqual(self.judged(BEFORE, AFTER, remaining=["asm st.global.f32"])[0], {"ptx left": 1})
        self.assertEqual(self.judged(BEFORE, AFTER, remaining=["asm exit"])[0], {})

    def test_lost(self):
        self.assertEqual(self.judged(BEFORE, AFTER.replace("p->at[n] = ptx_0", "p->at[x] = ptx_0"), 7)[0], {"ptx lost": 1})
        self.assertIn("ptx lost", self.judged(BEFORE, AFTER.replace("n = __popc((unsigned)x)", ""), 7)[0])

    def test_what_is_around_is_still_compared(self):
        self.assertEqual(self.judged(BEFORE, AFTER.replace("if (n)", "if (x)"), 7)[0], {"unexpected edits": 1})
        self.assertEqual(self.judged(BEFORE, AFTER.replace("// one", "// two"), 7)[0], {"comments changed": 1})
        self.assertEqual(self.judged(BEFORE, AFTER.replace("  return", " return"), 7)[0], {"white space changed": 1})

    def test_an_include_that_is_inserted_moves_lines(self):
        guard = "#if CUDA_VERSION >= 9000\n#endif\n"
        ported = "#include <musa_port/cuda_level.h>\n#if MUSAPORT_CUDA_LEVEL >= 9000\n#endif\n"
        self.assertEqual(self.judged(guard + BEFORE, ported + AFTER, 9)[0], {})
        ported = ("#if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)\n"
                  "#include <musa_port/cuda_level.h>\n#endif\n#if MUSAPORT_CUDA_LEVEL >= 9000\n#endif\n")
        self.assertEqual(self.judged(guard + BEFORE, ported + AFTER, 9)[0], {})

    def test_includes_for_the_translation_move_lines(self):
        headers = "#include <musa_fp16.h>\n#include <musa_port/matrix_instructions.h>\n"
        self.assertEqual(self.judged(BEFORE, headers + AFTER, 7)[0], {})
        guarded = headers.replace("#include", "#if defined(__MUSACC__)\n#include").replace(">\n", ">\n#endif\n")
        self.assertEqual(self.judged(BEFORE, guarded + AFTER, 7)[0], {})
        own = "#include <cuda_fp16.h>\n"
        self.assertEqual(self.judged(own + BEFORE, own.replace("cuda", "musa") + AFTER, 8)[0], {})
        self.assertIn("unexpected edits", self.judged(BEFORE, "#include <musa_fp17.h>\n" + AFTER, 7)[0])

    def test_statements_of_one_line_and_of_macros(self):
        before = '#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))\nf((asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x));), (asm("exit;");));\n'
        after = "#define LANE(x) (x) = __get_laneid()\nf((n = __popc(x);), (asm(\"exit;\");));\n"
        self.assertEqual(self.judged(before, after, 2)[0], {})


if __name__ == "__main__":
    unittest.main()
