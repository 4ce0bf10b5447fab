# SPDX-License-Identifier: GPL-2.0-only
"""suite.py FILE DEVICE GID POINTS: run one file of rdma-core's tests; a line of POINTS for each case: ok, failed or skipped."""
import random
import sys
import unittest

SUITE = '/tmp/suite'
TRIES = 3


class Points(unittest.TextTestResult):
    """Writes down each case as it ends, so that nothing is lost if the guest dies in one."""

    path = None

    def startTest(self, test):
        """Draw the same sizes and flags each time: some of them make a case skip itself."""
        random.seed(test.id())
        super().startTest(test)

    def note(self, word, test):
        with open(self.path, 'a') as out:
            out.write(f'{word} {test.id()}\n')

    def addSuccess(self, test):
        super().addSuccess(test)
        self.note('ok', test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note('skipped', test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.note('failed', test)

    def addError(self, test, error):
        super().addError(test, error)
        self.note('failed', test)


def main():
    name, device, gid, points = sys.argv[1:]
    sys.path[:0] = [SUITE, SUITE + '/tests']
    from args_parser import parser
    sys.argv[1:] = ['--dev', device, '--port', '1', '--gid', gid]
    parser.parse_args()
    Points.path = points
    runner, cases = unittest.TextTestRunner(verbosity=2, resultclass=Points), unittest.defaultTestLoader.loadTestsFromName('tests.' + name)
    for _ in range(TRIES):      # some race with their own completions; a case's last line counts
        result = runner.run(cases)
        failed = [case for case, _ in result.failures + result.errors if isinstance(case, unittest.TestCase)]
        if not failed:
            break
        cases = unittest.TestSuite(failed)


if __name__ == '__main__':
    main()
