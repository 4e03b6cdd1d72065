"""A small reader of C++: which classes there are, their members, and the functions that work on them.

It matches braces and parentheses and knows the forms that this project's style has; it does not compile.
"""

import re
from dataclasses import dataclass, field

from cpp_text import code_without_directives

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|::|->|\S")
ANNOTATION = re.compile(r"\b[A-Z][A-Z0-9_]{2,}\s*(?=\()")  # and macros such as GDCLASS(…)
OPERATOR = re.compile(r"\boperator\s*(\(\s*\)|\[\s*\]|[^\s\w(]+|\w+)")
PAIRS = {"(": ")", "{": "}", "[": "]"}
NO_MEMBER = {"using", "typedef", "friend", "static_assert", "enum"}


@dataclass
class Class:
    name: str  # with those around it: Outer::Inner
    file: str
    line: int
    is_bound: bool = False
    methods: list = field(default_factory=list)
    public_data: list = field(default_factory=list)
    hidden_data: list = field(default_factory=list)
    files: set = field(default_factory=set)  # sources in which its methods are defined


@dataclass
class Function:
    name: str  # as it is written: Class::method
    file: str
    changes: list  # the types of its parameters that are references to what may be changed


def tokens_of(text):
    text = OPERATOR.sub(lambda found: "operator_" + "\n" * found.group(0).count("\n"), code_without_directives(text))
    tokens = []
    for number, line in enumerate(text.split("\n"), start=1):
        tokens += [(token, number) for token in TOKEN.findall(line)]
    return tokens


def behind(tokens, at):
    """The place behind what is closed by the bracket's partner."""
    depth = 0
    while at < len(tokens):
        token = tokens[at][0]
        depth += (token in PAIRS) - (token in PAIRS.values())
        at += 1
        if depth == 0:
            break
    return at


def plain(head):
    """Words of a declaration without what stands in brackets of any kind; "(" marks the first parameters."""
    left, angles, round_ = [], 0, 0
    for token in head:
        if token == "<" and round_ == 0 and left:
            angles += 1
        elif token == ">" and angles:
            angles -= 1
        elif token in "([{" and len(token) == 1:
            if token == "(" and round_ == 0 and angles == 0:
                left.append("(")
            round_ += 1
        elif token in ")]}" and len(token) == 1:
            round_ -= 1
        elif angles == 0 and round_ == 0:
            left.append(token)
    return left


class Reader:
    def __init__(self, project, names):
        self.classes = {}
        self.functions = []
        for name in names:
            text = project.read(name)
            self.file = name
            self.tokens = tokens_of(ANNOTATION.sub(lambda found: f"ANNOTATION_{found.group(0)}", text))
            self.scope(0, len(self.tokens), None)

    def scope(self, at, end, of):
        """Reads declarations of a namespace or, `of` a class, of its body."""
        access = "private" if of and of[1] == "class" else "public"
        head = []
        while at < end:
            token, line = self.tokens[at]
            if token.startswith("ANNOTATION_"):
                if of and "GDCLASS" in token:
                    of[0].is_bound = True
                at = behind(self.tokens, at + 1)
            elif of and token in ("public", "protected", "private") and self.tokens[at + 1][0] == ":" and not head:
                access = token
                at += 2
            elif token == ";":
                self.declared(head, of, access)
                head = []
                at += 1
            elif token == "{":
                past = behind(self.tokens, at)
                ends = self.opened(head, at + 1, past - 1, of, access, line)
                head = [] if ends else [*head, "{", "}"]
                at = past
            elif token in PAIRS:
                past = behind(self.tokens, at)
                head += [word for word, _ in self.tokens[at:past]]
                at = past
            else:
                head.append(token)
                at += 1

    def opened(self, head, begin, end, of, access, line):
        """What a brace begins. Whether it ends the declaration, too."""
        words = plain(head)
        if "namespace" in words[:2] or words[:1] == ["extern"] and len(words) == 1:
            self.scope(begin, end, of)
            return True
        if "enum" in words:
            return False  # up to its semicolon
        kind = next((word for word in words if word in ("class", "struct", "union")), None)
        if kind and "(" not in words and "=" not in words:
            self.body(words, kind, begin, end, of, line)
            return False
        if "(" not in words or "=" in words:
            return False
        if ":" in words and words[-1] not in ("(", ")") and head[-1] not in (")", "}"):
            return False  # a member's first value, before the body of a constructor
        self.defined(head, words, of)
        return True

    def body(self, words, kind, begin, end, of, line):
        names = [word for word in words[words.index(kind) + 1 :] if word != "final"]
        name = names[0] if names and names[0] != ":" else f"(at line {line})"
        if len(names) > 2 and names[1] == "::":
            name = f"{name}::{names[2]}"
        full = f"{of[0].name}::{name}" if of else name
        made = self.classes[full] = Class(full, self.file, line)
        self.scope(begin, end, (made, kind))

    def declared(self, head, of, access):
        words = plain(head)
        if not of or not words or words[0] in NO_MEMBER:
            return
        if words[0] in ("class", "struct", "union") and "(" not in words:
            return
        if "(" in words and "=" not in words[: words.index("(")]:
            is_made = words[-2:] in (["=", "default"], ["=", "delete"], ["=", "0"])
            if not is_made and head[head.index("(") + 1] != "*":
                of[0].methods.append(words[words.index("(") - 1])
        elif "static" not in words and "constexpr" not in words and words[0] != "template":
            name = next((words[i - 1] for i in range(1, len(words)) if words[i] in ("=", ":", "[")), words[-1])
            (of[0].public_data if access == "public" else of[0].hidden_data).append(name)

    def defined(self, head, words, of):
        at = words.index("(")
        if of:
            if words[0] != "friend":
                of[0].methods.append(words[at - 1])
            return
        first = at - 1
        while first >= 2 and words[first - 1] in ("::", "~"):
            first -= 2 if words[first - 1] == "::" else 1
        parameters = head[head.index("(") : ]
        self.functions.append(Function("".join(words[first:at]), self.file, changed_types(parameters)))


def changed_types(head):
    """Types of parameters `Type &name` without const."""
    text = " ".join(head[: behind([(token, 0) for token in head], 0)])
    found = []
    for parameter in re.split(r"[(,]", text):
        match = re.fullmatch(r"\s*(?:\w+ :: )*(\w+(?: :: \w+)*) & \w+\s*\)?\s*", parameter)
        if match and not parameter.strip().startswith("const "):
            found.append(match.group(1).replace(" ", ""))
    return found
