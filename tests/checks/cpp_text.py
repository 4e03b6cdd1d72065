"""C++ as text: what is left of a file without comments and literals, and its words."""

import re

NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/                       # comments
    |R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"        # raw strings
    |"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*'  # a quote behind a digit parts thousands""",
    re.DOTALL | re.VERBOSE,
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.MULTILINE)


def without(pattern, text, left=""):
    """The text with each match replaced, on as many lines as before."""
    return pattern.sub(lambda found: left + "\n" * found.group(0).count("\n"), text)


def code_of(text):
    return without(NOT_CODE, text, " ")


def code_without_directives(text):
    return without(DIRECTIVE, code_of(text))


def words_of(text):
    """(line, word) of each word of the code."""
    for number, line in enumerate(code_of(text).split("\n"), start=1):
        for word in re.findall(r"[A-Za-z_]\w*", line):
            yield number, word
