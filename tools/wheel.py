"""The build backend of pyproject.toml (PEP 517 and 660): pip calls it to make a wheel, an editable install
or a source archive. `python3 tools/wheel.py wheel|sdist FOLDER` does the same without pip.

The wheel holds the package, the library with all that it needs but glibc (tools/bundle.sh), the files of
share/ and the default model, so it runs where no compiler and no other library is. The code is not of a
version of Python: ctypes calls the library.

Everything in the archives has the time of the last commit: the same source gives the same bytes.
"""

import base64
import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODEL = "nl"  # the default one
NOT_SHARED = ("web",)  # the server's page
GLIBC = re.compile(r"lib(c|m|pthread|dl|rt)\.so\.\d+$|ld-linux.*\.so\.\d+$")


def _read(path):
    with open(os.path.join(TOP, path), "rb") as file:
        return file.read()


def _run(*command):
    return subprocess.run(command, cwd=TOP, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


VERSION = re.search(rb'define PL_VERSION +"(.*)"', _read("include/pleach.h")).group(1).decode()
NAME = "pleach-" + VERSION
METADATA = """\
Metadata-Version: 2.1
Name: pleach
Version: %s
Summary: Parser toolkit for trees with crossing branches
Author: The pleach authors
License: MIT
Keywords: parsing,treebank,discontinuous constituents,non-projective dependencies
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Text Processing :: Linguistic
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

%s""" % (VERSION, _read("README.md").decode())


def _time():
    """Seconds since 1970 of what is packed."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    try:
        return int(subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=TOP, stderr=subprocess.DEVNULL))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return int(os.stat(os.path.join(TOP, "CHANGELOG.md")).st_mtime)


def _make(target):
    """Makes a file in the build folder and gives its path."""
    path = os.path.join(os.environ.get("BUILD") or "build", target)
    if path.startswith(TOP + os.sep):  # make knows it by its shorter name
        path = os.path.relpath(path, TOP)
    # pip shows the output of a backend only where it failed; make's own options are not for this make
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", "-j%d" % (os.cpu_count() or 1), path], cwd=TOP, check=True, env=environment)
    return path


# -- wheels ---------------------------------------------------------------------------


def _platform(library):
    """manylinux_2_N_MACHINE, with N of the newest symbol that the library asks of glibc; if it needs other
    libraries, the name of this platform alone."""
    needed = re.findall(r"NEEDED +(\S+)", _run("objdump", "-p", library)) if sys.platform == "linux" else ["?"]
    if all(GLIBC.match(name) for name in needed):
        versions = re.findall(r"GLIBC_2\.(\d+)", _run("objdump", "-T", library))
        return "manylinux_2_%d_%s" % (max(map(int, versions)), platform.machine())
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def _below(folder, leave_out=()):
    """The files below a folder of the source tree, relative to it."""
    for path, folders, files in os.walk(os.path.join(TOP, folder)):
        folders[:] = sorted(set(folders) - {"__pycache__", *leave_out})
        for file in sorted(files):
            yield os.path.relpath(os.path.join(path, file), os.path.join(TOP, folder))


def _model():
    """The default model, not compressed, so that it can be mapped; as it is where there is no zstd."""
    path = "models/%s.model.zst" % MODEL
    if shutil.which("zstd"):
        return path[:-len(".zst")], subprocess.check_output(["zstd", "-dcq", path], cwd=TOP)
    return path, _read(path)


def _package(library):
    """Rows (name in the wheel, bytes) of all that is installed."""
    for file in _below("bindings/python/pleach", leave_out=("lib", "share", "models")):
        yield "pleach/" + file, _read("bindings/python/pleach/" + file)
    yield "pleach/lib/libpleach.so", _read(library)
    for file in _below("share", leave_out=NOT_SHARED):
        yield "pleach/share/" + file, _read("share/" + file)
    name, content = _model()
    yield "pleach/" + name, content


def _wheel_metadata(tag):
    yield "METADATA", METADATA.encode()
    yield "WHEEL", ("Wheel-Version: 1.0\nGenerator: pleach %s\nRoot-Is-Purelib: false\nTag: %s\n" % (VERSION, tag)).encode()
    yield "LICENSE", _read("LICENSE")
    yield "LIBRARIES.txt", _read("packaging/LIBRARIES.txt")


def _write_wheel(folder, tag, files):
    """A wheel of rows (name, bytes), with its metadata and its list of checksums; gives its name."""
    name = "%s-%s.whl" % (NAME, tag)
    moment = time.gmtime(max(_time(), 315532800))[:6]  # zip knows no time before 1980
    record = []
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:

        def add(path, content):
            entry = zipfile.ZipInfo(path, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append("%s,sha256=%s,%d\n" % (path, digest, len(content)))

        for path, content in files:
            add(path, content)
        for path, content in _wheel_metadata(tag):
            add("%s.dist-info/%s" % (NAME, path), content)
        path = NAME + ".dist-info/RECORD"
        record.append(path + ",,\n")
        archive.writestr(zipfile.ZipInfo(path, moment), "".join(record))
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _make("wheel/libpleach.so")
    return _write_wheel(wheel_directory, "py3-none-" + _platform(library), _package(library))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package stays in the source tree, and so does the library, in build/."""
    _make("libpleach.so")
    path = os.path.join(TOP, "bindings", "python") + "\n"
    return _write_wheel(wheel_directory, "py3-none-any", [("pleach.pth", path.encode())])


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = NAME + ".dist-info"
    os.makedirs(os.path.join(metadata_directory, folder), exist_ok=True)
    for name, content in _wheel_metadata("py3-none-any"):
        with open(os.path.join(metadata_directory, folder, name), "wb") as file:
            file.write(content)
    return folder


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel

# -- source archives ------------------------------------------------------------------


def _sources():
    """The files that git knows; in an unpacked archive, all that were not built."""
    try:
        return sorted(filter(None, _run("git", "ls-files", "-z", "--recurse-submodules").split("\0")))
    except (OSError, subprocess.CalledProcessError):
        built = [name for name in os.listdir(TOP) if name.startswith("build")]
        return [file for file in _below(".", leave_out=built) if not file.endswith(".pyc")]


def build_sdist(sdist_directory, config_settings=None):
    name, moment = NAME + ".tar.gz", _time()
    with open(os.path.join(sdist_directory, name), "wb") as file, \
            gzip.GzipFile("", "wb", 6, file, moment) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:

        def add(path, content, mode):
            entry = tarfile.TarInfo(NAME + "/" + path)
            entry.size, entry.mtime, entry.mode = len(content), moment, mode
            archive.addfile(entry, io.BytesIO(content))

        add("PKG-INFO", METADATA.encode(), 0o644)
        for path in _sources():
            if path != "PKG-INFO":
                add(path, _read(path), 0o755 if os.access(os.path.join(TOP, path), os.X_OK) else 0o644)
    return name


if __name__ == "__main__":
    kinds = {"wheel": build_wheel, "sdist": build_sdist}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit("usage: tools/wheel.py wheel|sdist FOLDER")
    os.makedirs(sys.argv[2], exist_ok=True)
    print(os.path.join(sys.argv[2], kinds[sys.argv[1]](sys.argv[2])))
