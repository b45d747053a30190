# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""judge_findings.py, on findings that are made up."""

import tempfile
import unittest
from pathlib import Path

import judge_findings as judge


def finding(number, check="musa-a", severity="error"):
    row = {"id": check, "file": "a.cu", "text": f"f({number});", "message": f"wrong {number}", "severity": severity,
           "line": str(number), "archs": "mp_21"}
    return tuple(row[column] for column in judge.KEY), row


FOUND = dict(finding(number) for number in range(50))


class JudgeFindings(unittest.TestCase):
    def test_a_finding_more_changes_at_most_one_that_is_drawn(self):
        drawn = judge.draw(FOUND, 10, seed=6)
        self.assertEqual(len(drawn), 10)
        self.assertEqual(drawn, judge.draw(dict(reversed(FOUND.items())), 10, seed=6))
        self.assertNotEqual(drawn, judge.draw(FOUND, 10, seed=7))
        more = judge.draw(FOUND | dict([finding(99)]), 10, seed=6)
        self.assertLessEqual(len(drawn - more), 1)
        self.assertEqual(judge.draw(FOUND, 100, seed=6), set(FOUND))

    def test_remarks_are_drawn_where_there_is_nothing_else(self):
        remarks = dict(finding(number, "musa-b", "remark") for number in range(50))
        self.assertEqual(judge.draw(FOUND | remarks, 50, seed=6), set(FOUND))
        drawn = judge.draw(FOUND | remarks, 60, seed=6)
        self.assertEqual((len(drawn), drawn & set(FOUND)), (60, set(FOUND)))

    def test_judgements_stay_with_their_findings(self):
        (first, _), (second, _), (third, _) = finding(1), finding(2), finding(99)
        judged = {
            first: {"judgement": "true", "why": "it is"},
            second: {"judgement": "false", "why": "it is not"},
            third: {"judgement": "true", "why": "no longer found"},
        }
        rows = judge.merge(FOUND, {first}, judged)
        self.assertEqual([(row["line"], row["drawn"], row["judgement"], row["why"]) for row in rows],
                         [("1", "yes", "true", "it is"), ("2", "", "false", "it is not")])

    def test_a_file_comes_back_as_it_was_written(self):
        rows = judge.merge(FOUND, set(FOUND), {finding(3)[0]: {"judgement": "true", "why": 'a "reason"\twith a tab'}})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sub/x.tsv"
            judge.write(path, rows)
            self.assertEqual(list(judge.read(path).values()), rows)
        self.assertEqual(judge.read(path), {})

    def test_what_is_drawn_counts(self):
        rows = [{**row, "drawn": "yes", "judgement": "true"} for _, row in (finding(1), finding(2), finding(3, "musa-b"))]
        rows[1]["judgement"] = "false"
        rows[2]["judgement"] = ""
        rows.append({**finding(4)[1], "drawn": "", "judgement": "false"})
        self.assertEqual(judge.counts(rows), {"musa-a": {"true": 1, "false": 1}, "musa-b": {"not judged": 1}})


if __name__ == "__main__":
    unittest.main()
