"""What the build needs of the machine, as src/setup/packages.txt lists it. What is missing is named with the command
that brings it.
"""

import shutil
import sys
from typing import NamedTuple

import places

LIST = places.PROJECT / "src/setup/packages.txt"


class Row(NamedTuple):
    """One thing that is needed: the names of its package (none for what is fetched as source), what shows that it is
    there, what it is for, what it is.
    """

    packages: list
    proofs: list
    purpose: str
    what: str

    def is_there(self):
        """A proof that is a path starts from the third-party sources, unless it is absolute."""
        return any(
            (places.third_party() / proof).exists() if "/" in proof else shutil.which(proof) for proof in self.proofs
        )


def rows(*purposes):
    """The rows of the list that are for one of these purposes."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]
    listed = [Row(packages.strip("-").split(), proofs.split(), *rest) for packages, proofs, *rest in cells]
    return [row for row in listed if row.purpose in purposes]


def stop(*sentences):
    """Ends the build with a message of ours instead of a stack trace."""
    print(*(f"scons: {sentence}" for sentence in sentences), sep="\n", file=sys.stderr)
    raise SystemExit(2)


def missing(with_tests):
    """One sentence for each thing that is missing. Of the things for tests, the build needs only the headers."""
    wanted = rows("build", "library")
    if with_tests:
        wanted += [row for row in rows("tests") if row.proofs[0].startswith("/usr/include/")]
    return [
        f"{row.proofs[0]} is missing ({row.what}); run {places.SETUP}"
        + (f", or: apt-get install {' or '.join(row.packages)}" if row.packages else "")
        for row in wanted
        if not row.is_there()
    ]


def check(with_tests):
    sentences = missing(with_tests)
    if sentences:
        stop(*sentences)
