# SPDX-License-Identifier: Apache-2.0
"""Sessions: commands, each a line that starts with "$ ", followed by what they answered when somebody looked at it and
found it right. Compared are every word, every number to tolerance(), and nothing of what differs from run to run
(masked())."""
import difflib
import re
import subprocess

NUMBER = re.compile(r"(?<![\w#.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w)")
TOLERANCE = 1e-9
# Wall times and their ratios, addresses of this machine, what a process is called.
MASKS = [
    (re.compile(r'("(?:wall_s|wall_us|p50|p99|max|cost|median_ms|host)":) ?[-+.\de]+'), r"\1 T"),
    (re.compile(r"simulated in \S+ s \(\S+ x real time\)"), "simulated in T s (T x real time)"),
    (re.compile(r"median \S+ ms, 99 % \S+ ms([,;]) longest \S+ ms"), r"median T ms, 99 % T ms\1 longest T ms"),
    (re.compile(r'("time_\w+":) ?[-+.\de]+'), r"\1 T"),
    (re.compile(r"^(\.(?:plots|other)\.\w*(?:_ms|solve)|\.runs\[\d+\]\.cost|\.\w*summary\[\d+\] \[.wall time.,) .*"), r"\1 T"),
    # The third column from the end of `perpend compare`: cost.
    (re.compile(r"^(  \S+ +[a-z_]+ +\S+  (?:ok|not certified) +(?:\S+ +){7}\S+) +\S+( +\S+ +\S+)$"), r"\1 T\2"),
    # The wall time of `perpend solve`.
    (re.compile(r"^(\S+ +\S+ +\S+ +\S+ +\d+ +\d+) +[\d.]+(  \S+)$"), r"\1 T\2"),
    # Where steps in a row are solved from each other's answers rounding decides how many pivots one takes.
    (re.compile(r'("(?:pivots|factorisations)_per_step":) ?[-+.\de]+'), r"\1 T"),
    (re.compile(r'("hash":) ?"[0-9a-f]{16}"'), r'\1 "H"'),
    (re.compile(r"^[0-9a-f]{16}$"), "H"),
]


def masked(text, folders):
    """`folders`: what stands for each of their names."""
    for folder, name in folders.items():
        text = text.replace(folder, name)
    lines = []
    for line in text.splitlines():
        for pattern, instead in MASKS:
            line = pattern.sub(instead, line)
        lines.append(shortened(line).rstrip())
    return lines


def shortened(line):
    """Ten digits of a number are more than are compared."""
    def short(match):
        word = match.group()
        digits = sum(c.isdigit() for c in re.split("[eE]", word)[0])
        return word if digits <= 10 or not re.search("[.eE]", word) else f"{float(word):.10g}"
    return NUMBER.sub(short, line)


def alike(old, new):
    """Whether two lines say the same."""
    if old == new:
        return True
    pairs = list(zip(NUMBER.findall(old), NUMBER.findall(new)))
    same_words = [" ".join(NUMBER.sub("0", line).split()) for line in (old, new)]
    if same_words[0] != same_words[1] or all(a == b for a, b in pairs):
        return False
    return all(abs(float(a) - float(b)) <= tolerance(a) for a, b in pairs)


def tolerance(word):
    """Of a number: 1e-9, and of what is written with four to ten digits one of the last."""
    mantissa, _, power = word.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    digits = sum(c.isdigit() for c in mantissa.lstrip("+-0."))
    last = 1.01 * 10.0 ** (int(power or 0) - places) if places and digits >= 4 else 0
    return max(TOLERANCE * max(1, abs(float(word))), last)


def parse(text):
    """[command, lines of its answer] of each."""
    steps = []
    for line in text.splitlines():
        if line.startswith("$ "):
            steps.append([line[2:], []])
        elif steps:
            steps[-1][1].append(line)
    return steps


def answer(command, folder, environment, folders):
    """Lines on stdout, those on stderr with a mark, the exit code where it is not 0."""
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=300,
                          check=False, stdin=subprocess.DEVNULL)
    lines = masked(done.stdout.decode(errors="replace"), folders)
    lines += ["! " + line for line in masked(done.stderr.decode(errors="replace"), folders)]
    return lines + ([f"= {done.returncode}"] if done.returncode else [])


def differences(old, new):
    """What differs, with the lines around it; empty where all is alike."""
    if len(old) == len(new) and all(map(alike, old, new)):
        return []
    # Lines that are alike count as equal in the listing too.
    kept = list(new)
    for i in range(min(len(old), len(new))):
        if alike(old[i], new[i]):
            kept[i] = old[i]
    found = list(difflib.unified_diff(old, kept, "approved", "now", lineterm="", n=1))[2:]
    return [place for k, line in enumerate(found) for place in places(found, k, line)]


def places(found, k, line):
    """Of a long line that took the place of another no more than where the two part."""
    before, after = found[k - 1] if k else "", found[k + 1] if k + 1 < len(found) else ""
    pairs = {"-": after if after.startswith("+") else "", "+": before if before.startswith("-") else ""}
    other = pairs.get(line[:1], "")
    if len(line) < 300 or not other:
        return [line]
    first = next((i for i, (a, b) in enumerate(zip(line[1:], other[1:])) if a != b), 0)
    return [f"{line[0]}... {line[max(1, first - 80):first + 80]} ..."]
