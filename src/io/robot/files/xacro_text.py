# SPDX-License-Identifier: Apache-2.0
"""Prints the URDF that a xacro file expands to; packages are found as in links of meshes, ROS or not.

The argument is a JSON object: `file`, `packages` (folders by name), `folders` (in which packages may be),
`arguments` (of xacro:arg, by name)."""
import json
import os
import sys
import xml.etree.ElementTree

given = json.loads(sys.argv[1])


def is_package(folder, name=None):
    """Returns true if a folder has a package.xml, which names it `name`."""
    try:
        document = xml.etree.ElementTree.parse(os.path.join(folder, "package.xml"))
    except (OSError, xml.etree.ElementTree.ParseError):
        return False
    return name in (None, document.getroot().findtext("name"))


def folders_above(file):
    """Yields the folders above a file, the nearest first."""
    folder = os.path.dirname(os.path.abspath(file))
    while os.path.dirname(folder) != folder:
        yield folder
        folder = os.path.dirname(folder)


class Packages:
    """Finds packages as Perpend finds them for meshes, in the index of ROS, and by their package.xml."""

    def __init__(self, substitution):
        self.index = substitution._eval_find
        self.guessed = {}  # folders that have other names than their packages

    def named(self, name):
        """Yields where a package may be, the surest first."""
        if name in given["packages"]:
            yield given["packages"][name]
        try:
            yield self.index(name)
        except Exception:  # of as many kinds as there are versions of ROS
            pass
        for folder in given["folders"]:
            yield os.path.join(folder, name)
        for folder in folders_above(given["file"]):
            if is_package(folder, name):
                yield folder

    def guess(self):
        """Returns the package of the file: a clone often has another name, and lacks a package.xml."""
        above = list(folders_above(given["file"]))
        return next(filter(is_package, above), above[min(1, len(above) - 1)])

    def find(self, name):
        for folder in filter(os.path.isdir, self.named(name)):
            return folder
        return self.guessed.setdefault(name, self.guess())

    def remarks(self):
        return "".join(f"; no folder is found for the package \"{name}\", so {folder} was taken: give it by --package"
                       for name, folder in self.guessed.items())


def main():
    file, arguments = given["file"], given["arguments"]
    try:
        import xacro
    except ImportError:
        try:
            os.execvp("xacro", ["xacro", file, *(f"{name}:={value}" for name, value in arguments.items())])
        except OSError:
            sys.exit("needs xacro: pip install xacro")
    from xacro import substitution_args
    packages = Packages(substitution_args)
    substitution_args._eval_find = packages.find
    try:
        print(xacro.process_file(file, mappings=dict(arguments)).toprettyxml(indent="  "))
    except Exception as error:
        where = xacro.filestack[-1] if xacro.filestack else file
        said = str(error) or type(error).__name__
        sys.exit(" ".join(f"{said}, in {where}{packages.remarks()}".split()))


main()
