"""Errors name only what their reader can call: scripts read those of both the bindings and the core, programs outside
those of the core alone."""

import re

from project import Check

PAGES = "src/godot/doc_classes/"
# Where the entries of requests and their fields are written.
VOCABULARY = re.compile(
    r"src/core/(?:base/(?:vocabulary|field)|\w+/(?:\w+_(?:messages|fields)|profile|task|talk_settings)\.)"
)
# Sentences about requests, for whoever has sent one.
ABOUT_REQUESTS = ("src/core/requests/", "src/core/gateway/")

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
BETWEEN_PARTS = re.compile(r'"\s*\n\s*"')
JOINT = "\v"  # in the place of a line's end between two parts of a text
COMMENT = re.compile(r"//[^\n]*")
WORD = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b")
LIKE_A_GETTER = re.compile(r"(?:get|set|list|find|is|has)_")
MEMBER = re.compile(r'<(?:method|member|signal|constant|param)\b[^>]*\bname="(\w+)"')
METHOD = re.compile(r'<method\b[^>]*\bname="(\w+)"')
MESSAGE = re.compile(r'RequestWords WORDS\{ \.name = "(\w+)"')
FIELD = re.compile(r'(?<!WORDS\{ )\.name = "(\w+)"')
# Scripts send requests too: request({"type": "health_request"})
CALL_OF_BOTH = re.compile(r"request\(\{.*?\}\)")


def sentences(project, name):
    """(line, words) of each text that is written in a file and has more than one word."""
    text = BETWEEN_PARTS.sub(JOINT, COMMENT.sub("", project.read(name)))
    for found in LITERAL.finditer(text):
        if " " in found.group(1):
            line = text.count("\n", 0, found.start()) + text.count(JOINT, 0, found.start()) + 1
            yield line, WORD.findall(CALL_OF_BOTH.sub("", found.group(1).replace(JOINT, "")))


def all_of(project, pattern, names):
    return {found for name in names for found in pattern.findall(project.read(name))}


def names_can_be_called(project):
    pages = project.matching(".xml", under=PAGES)
    members = all_of(project, MEMBER, pages)
    methods = all_of(project, METHOD, pages)
    tables = [name for name in project.files if VOCABULARY.match(name)]
    requests = all_of(project, MESSAGE, tables)
    of_one_side = (methods ^ requests) - all_of(project, FIELD, tables)
    findings = []
    for name in project.matching(".cpp", ".h", under="src/core/"):
        if name.startswith(ABOUT_REQUESTS) or VOCABULARY.match(name):
            continue
        for line, words in sentences(project, name):
            for word in of_one_side.intersection(words):
                whom = "scripts" if word in methods else "programs outside"
                findings.append(f"{name}:{line}: only {whom} have {word}; name what both have, or neither")
    for name in project.matching(".cpp", ".h", under="src/godot/"):
        for line, words in sentences(project, name):
            for word in sorted(set(words) - members):
                if word in requests or LIKE_A_GETTER.match(word):
                    findings.append(f"{name}:{line}: scripts have no {word}; name a method of the class reference")
    return findings


CHECKS = [Check("errors name only what their reader can call", names_can_be_called)]
