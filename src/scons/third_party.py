"""SQLite and yaml-cpp, compiled once from source into archives of position independent code."""

import flags
import generated
import places

SQLITE = [
    "SQLITE_THREADSAFE=2",  # each connection belongs to one thread
    "SQLITE_MAX_WORKER_THREADS=0",  # and starts none: programs without threads link it
    "SQLITE_ENABLE_FTS5",
    "SQLITE_DQS=0",  # a misspelt column in double quotes is an error, not a string
    "SQLITE_DEFAULT_FOREIGN_KEYS=1",
    "SQLITE_DEFAULT_MEMSTATUS=0",
    "SQLITE_DEFAULT_WAL_SYNCHRONOUS=1",
    "SQLITE_LIKE_DOESNT_MATCH_BLOBS",
    "SQLITE_STRICT_SUBTYPE=1",
    "SQLITE_OMIT_DEPRECATED",
    "SQLITE_OMIT_LOAD_EXTENSION",
    "SQLITE_OMIT_SHARED_CACHE",
    "SQLITE_OMIT_TCL_VARIABLE",
    "SQLITE_USE_URI=0",
    "HAVE_USLEEP=1",
]
COMMON = ["-fPIC", "-w", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"]


def include_flags():
    """Headers of third parties: their warnings are not ours, and SCons need not scan them."""
    folder = places.third_party()
    return ["-isystem", str(folder / "sqlite"), "-isystem", str(folder / "yaml-cpp/include")]


known = {}  # variant -> archives: SCons wants each described once


def libraries(env, variant):
    """The archives, in link order."""
    if variant not in known:
        known[variant] = described(env, variant)
    return known[variant]


def described(env, variant):
    folder = places.third_party()
    prefix = f"-ffile-prefix-map={folder}=third_party"
    own = env.Clone(CCFLAGS=COMMON + flags.THIRD_PARTY_VARIANTS[variant] + [prefix], CPPPATH=[], CPPDEFINES=[])
    to = f"#build/obj/{variant}/third_party"
    sqlite = own.Clone(CPPDEFINES=SQLITE).SharedObject(f"{to}/sqlite3", str(folder / "sqlite/sqlite3.c"))
    yaml_env = own.Clone(CXXFLAGS=["-std=c++20", "-fno-gnu-unique", "-fvisibility-inlines-hidden"])
    yaml_folders = [f"-I{folder / 'yaml-cpp' / part}" for part in ("include", "src")]
    yaml_env.Append(CCFLAGS=yaml_folders, CPPDEFINES=["YAML_CPP_STATIC_DEFINE"])
    # As one unit: nearly all of the time goes into the same headers.
    text = "".join(f'#include "{source.name}"\n' for source in sorted((folder / "yaml-cpp/src").glob("*.cpp")))
    yaml_unit = generated.text_file(own, places.BUILD / f"obj/{variant}/third_party/yaml-cpp.cpp", text)
    yaml = yaml_env.SharedObject(f"{to}/yaml-cpp", yaml_unit)
    return [
        own.StaticLibrary(f"#build/lib/{variant}/yaml-cpp", yaml),
        own.StaticLibrary(f"#build/lib/{variant}/sqlite3", sqlite),
    ]
