# SPDX-License-Identifier: GPL-2.0-only
"""What the project's tools share: where things are, how a step is shown, how a command is run."""
import collections
import contextlib
import fcntl
import hashlib
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import time

SERIES = '7.3'
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CACHE = os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'), 'ib-core')
KDIR = os.environ.get('KDIR', '')
JOBS = os.environ.get('JOBS') or str(os.cpu_count() or 1)
FLAVOURS = ('fast', 'sanitize')
DISK_FULL = 'the disk is full: make room, then run the same command again'


def base():
    """The folder of the kernel in use: the project's own, or one for each KDIR."""
    if not KDIR:
        return os.path.join(CACHE, 'linux-' + SERIES)
    name = hashlib.sha256(os.path.realpath(KDIR).encode()).hexdigest()[:8]
    return os.path.join(CACHE, f'linux-{SERIES}-kdir-{name}')


def pristine():
    return os.path.realpath(KDIR) if KDIR else os.path.join(base(), 'pristine')


def overlay():
    return os.path.join(base(), 'overlay')


def tree(flavour):
    """What a flavour is built from; stock is the kernel as it is."""
    return os.path.join(base(), 'stock') if flavour == 'stock' else overlay()


def build(flavour):
    return os.path.join(tree(flavour), 'build-' + ('fast' if flavour == 'stock' else flavour))


def log_path(name):
    folder = os.path.join(base(), 'logs')
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, name + '.log')


def say(text):
    print(text, flush=True)


def die(text, status=1):
    sys.stdout.flush()
    print(f'{os.path.basename(sys.argv[0])}: {text}', file=sys.stderr, flush=True)
    sys.exit(status)


def clock(seconds):
    return f'{int(seconds) // 60}:{int(seconds) % 60:02d}'


class Step:
    """One long step: a line that counts on a terminal, a start and an end line elsewhere."""

    def __init__(self, name, unit='lines', total=0):
        self.name, self.unit, self.total = name, unit, total
        self.count, self.start, self.shown = 0, time.monotonic(), 0
        self.terminal = sys.stdout.isatty()

    def __enter__(self):
        if not self.terminal:
            say(f'{self.name} ...')
        return self

    def text(self):
        part = f' of {self.total}' if self.total else ''
        count = f'{self.count}{part} {self.unit}, ' if self.count else ''
        return f'{self.name}: {count}{clock(time.monotonic() - self.start)}'

    def tick(self, step=1):
        self.count += step
        if self.terminal and time.monotonic() - self.shown > 0.5:
            self.shown = time.monotonic()
            print(f'\r\033[K{self.text()}', end='', flush=True)

    def __exit__(self, kind, value, trace):
        ending = self.text() + ('' if kind is None else ' - stopped')
        print(f'\r\033[K{ending}' if self.terminal else ending, flush=True)
        return False


def run(cmd, step, log, counts=lambda line: True, cwd=None, env=None, hint=''):
    """Run cmd with its output in a log file, ticking the step; the log's tail, what may help, and exit on failure."""
    tail = collections.deque(maxlen=30)
    with open(log, 'w', buffering=1) as out, step:
        child = subprocess.Popen(cmd, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors='replace')
        try:
            for line in child.stdout:
                out.write(line)
                tail.append(line)
                if counts(line):
                    step.tick()
            child.wait()
        except BaseException:
            child.terminate()
            child.wait()
            raise
    if child.returncode:
        errors = [line for line in open(log, errors='replace') if ' error: ' in line or line.startswith('ERROR:')]
        sys.stderr.write(''.join(errors[:20] or tail))
        if any('No space left on device' in line for line in [*errors, *tail]):
            hint = DISK_FULL
        die(f"{step.name} failed{': ' if hint else ''}{hint}; the whole log is {log}")


def external(flavour, folder):
    """Build the modules in a folder of the checkout as external ones; where they are."""
    source, out = os.path.join(ROOT, folder), os.path.join(base(), f'{folder}-{flavour}')
    os.makedirs(out, exist_ok=True)
    run(['make', 'O=' + os.path.basename(build(flavour)), 'M=' + source, 'MO=' + out, '-j' + JOBS, 'modules'],
        Step(f'building {folder}/ ({flavour})'), log_path(f'{folder}-{flavour}'), cwd=tree(flavour))
    return out


def load_tool(name):
    """Another tool of this folder as a module."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, 'tools', name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def need_space(folder, gigabytes):
    os.makedirs(folder, exist_ok=True)
    free = shutil.disk_usage(folder).free / 2**30
    if free < gigabytes:
        die(f'{folder} has {free:.1f} GB free and this needs {gigabytes} GB: '
            'make room, or set XDG_CACHE_HOME to a folder on another disk')


@contextlib.contextmanager
def locked():
    """One tool at a time works on a cache folder; another one waits."""
    os.makedirs(base(), exist_ok=True)
    with open(os.path.join(base(), 'lock'), 'w') as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say('waiting for another run that uses the same cache folder ...')
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(function):
    """Run a tool; Ctrl-C ends it quietly."""
    try:
        sys.exit(function())
    except KeyboardInterrupt:
        die('interrupted', 130)
    except OSError as error:
        if error.errno == 28:
            die(DISK_FULL)
        raise
