"""UtilityFunctions: what GDScript calls without naming a class."""

from . import text
from .api import Api
from .signature import Signature, read, vararg_declaration, vararg_wrapper
from .type_map import VOID, NotCarried


def _read(api: Api) -> list[Signature]:
    found = []
    for item in api.dump["utility_functions"]:
        try:
            signature = read(item, api.types)
        except NotCarried as missing:
            api.leave_out(item["name"], str(missing))
            continue
        signature.is_static = True
        found.append(signature)
    return found


def _header(functions: list[Signature]) -> str:
    body = ["class UtilityFunctions {"]
    body += [f"\t{vararg_declaration(s)};" for s in functions if s.is_vararg] + ["", "public:"]
    for s in functions:
        if s.is_vararg:
            body += [""] + vararg_wrapper(s, "\t") + [""]
        else:
            body.append("\t" + s.declaration("static "))
    return text.header(["godot_cpp/variant/variant.hpp", "", "array"],
                       text.in_namespace(body + ["};"]))


def _body(s: Signature) -> list[str]:
    function = f"functions[FUNCTION_{s.engine_name.upper()}]"
    if not s.is_vararg:
        back = "" if s.returns is VOID else "return "
        return [f"{s.definition('UtilityFunctions')} {{",
                f"\t{back}internal::call_utility<{s.returns.value}>"
                f"({function}{s.argument_names()});", "}", ""]
    call = "reinterpret_cast<const GDExtensionConstTypePtr *>(p_args), " \
        "static_cast<int32_t>(p_arg_count));"
    head = f"{vararg_declaration(s, 'UtilityFunctions::')} {{"
    if s.returns is VOID:
        return [head, f"\t{function}(nullptr, {call}", "}", ""]
    return [head, f"\t{s.returns.value} result;", f"\t{function}(&result, {call}",
            "\treturn result;", "}", ""]


def _source(functions: list[Signature]) -> str:
    body = ["namespace {", "", "enum Function {"]
    body += [f"\tFUNCTION_{s.engine_name.upper()}," for s in functions]
    body += ["\tTOTAL_FUNCTIONS", "};", "",
             "constexpr internal::BuiltinMethodName FUNCTION_NAMES[TOTAL_FUNCTIONS] = {"]
    body += [f"\t{{ \"{s.engine_name}\", {s.hash} }}," for s in functions]
    body += ["};", "GDExtensionPtrUtilityFunction functions[TOTAL_FUNCTIONS];", "",
             "} // namespace", "", "namespace internal {", "",
             "void load_utility_functions() {",
             "\tload_utility_functions(FUNCTION_NAMES, functions);", "}", "",
             "} // namespace internal", ""]
    for s in functions:
        body += _body(s)
    includes = ["godot_cpp/variant/utility_functions.hpp", "", "godot_cpp/classes/object.hpp",
                "godot_cpp/core/ptrcall.hpp", "godot_cpp/variant/builtin_loading.hpp"]
    return text.source(includes, text.in_namespace(body[:-1]))


def utility_functions(api: Api) -> dict[str, str]:
    functions = _read(api)
    return {
        "include/godot_cpp/variant/utility_functions.hpp": _header(functions),
        "src/variant/utility_functions.cpp": _source(functions),
    }
