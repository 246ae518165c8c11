# SPDX-License-Identifier: Apache-2.0
"""Expressions of measures, such as `body('box').pos[0] - start(body('box').pos[0])`.

Names: `time` (s), `energy` (J), `dt` (s), `report` (of the last step), `pi` and the parameters of
the scene, which take precedence. Calls: `body('x')`, `joint('x')`, `frame('x')`, `expectation('box.speed')` with their
attributes, `start(...)` for the value before the first step, and functions of numbers."""
from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np

_FUNCTIONS = {"abs": abs, "min": min, "max": max, "sqrt": math.sqrt, "exp": math.exp, "log": math.log,
              "sin": math.sin, "cos": math.cos, "tan": math.tan, "atan2": math.atan2, "hypot": math.hypot,
              "norm": lambda vector: float(np.linalg.norm(vector))}
_PARTS = {"body": lambda world, name: world.body(name), "joint": lambda world, name: world.joint(name),
          "frame": lambda world, name: world.frame(name),
          "expectation": lambda world, name: _Expectation(world, name)}
_NAMES = {"time": lambda world: world.time, "energy": lambda world: world.energy,
          "dt": lambda world: world.options["dt"], "report": lambda world: world.report,
          "pi": lambda world: math.pi}
_NODES = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Call, ast.Attribute, ast.Subscript, ast.Name, ast.Load,
          ast.Constant, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.Mod, ast.USub, ast.UAdd)


class ExpressionError(ValueError):
    """An expression that cannot be parsed, or not evaluated on this world."""


class _Expectation:
    """One entry of World.expectations: value, expected, tolerance and error = value - expected."""

    def __init__(self, world, what):
        found = [each for each in world.expectations if each["what"] == what]
        if not found:
            known = ", ".join(each["what"] for each in world.expectations) or "none"
            raise ExpressionError(f"there is no expectation '{what}'; the scene has {known}")
        self.value, self.expected, self.tolerance = (found[0][key] for key in ("value", "expected", "tolerance"))
        self.error = self.value - self.expected


class Expression:
    """A number read from a world. Only the names listed above are allowed, so that a study from an
    untrusted source can read numbers and nothing else."""

    def __init__(self, text: str, parameters):
        """parameters: names of the scene's parameters. Raises ExpressionError."""
        self.text = text
        try:
            tree = ast.parse(text, mode="eval")
        except (SyntaxError, ValueError) as error:
            raise ExpressionError(f"'{text}' is no expression: {error}") from None
        self._check(tree, frozenset(parameters))
        self.uses_report = any(isinstance(node, ast.Name) and node.id == "report" for node in ast.walk(tree))
        starts = _Starts()
        self._code = compile(ast.fix_missing_locations(starts.visit(tree)), "<measure>", "eval")
        self._starts = starts.parts

    def on(self, world) -> Reading:
        """Returns a Reading of this world, whose present state is that of start(...)."""
        return Reading(self, world)

    def _check(self, tree, parameters):
        for node in ast.walk(tree):
            if not isinstance(node, _NODES):
                raise self.error(f"{type(node).__name__} is not allowed in an expression")
            if isinstance(node, ast.Call):
                self._check_call(node)
            elif isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                raise self.error(f"there is no '{node.attr}'")
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and id(node) not in called and node.id not in _NAMES.keys() | parameters:
                known = ", ".join([*_NAMES, *sorted(parameters)])
                raise self.error(f"there is no '{node.id}'; expected one of {known}")

    def _check_call(self, node):
        known = [*_FUNCTIONS, *_PARTS, "start"]
        if not isinstance(node.func, ast.Name) or node.func.id not in known:
            raise self.error(f"there is no function '{ast.unparse(node.func)}'; expected one of {', '.join(known)}")
        if node.func.id in _PARTS and not (len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
                                           and isinstance(node.args[0].value, str)):
            raise self.error(f"{node.func.id}() needs a name in quotes")
        if node.func.id == "start" and len(node.args) != 1:
            raise self.error("start() needs one expression")

    def error(self, words):
        return ExpressionError(f"'{self.text}': {words}")


class _Starts(ast.NodeTransformer):
    """Replaces every start(...) by a name, innermost first."""

    def __init__(self):
        self.parts = {}

    def visit_Call(self, node):
        self.generic_visit(node)
        if node.func.id != "start":
            return node
        name = f"_start_{len(self.parts)}"
        body = ast.fix_missing_locations(ast.Expression(node.args[0]))
        self.parts[name] = compile(body, "<measure>", "eval")
        return ast.Name(name, ast.Load())


class Reading:
    """Reads one expression from one world."""

    def __init__(self, expression, world):
        self._expression, self._world = expression, world
        self._constants: dict[str, Any] = dict(_FUNCTIONS)
        self._constants.update({name: self._part(name, make) for name, make in _PARTS.items()})
        self._constants["__builtins__"] = {}
        self._parameters = world.parameters
        for name, code in expression._starts.items():
            self._constants[name] = self._evaluate(code)

    def value(self) -> float:
        """Returns the present value. Raises ExpressionError if it is not a single number."""
        found = self._evaluate(self._expression._code)
        if np.size(found) != 1 or isinstance(found, (str, bool)):
            raise self._expression.error(f"is {np.size(found)} numbers; take one of them by [0]"
                                         if np.size(found) != 1 else "is no number")
        try:
            return float(np.reshape(found, ())[()])
        except (TypeError, ValueError):
            raise self._expression.error("is no number") from None

    def _part(self, kind, make):
        known = {}

        def part(name):
            # An expectation holds momentary values; a body or a joint is a view.
            if kind == "expectation":
                return make(self._world, name)
            if name not in known:
                known[name] = make(self._world, name)
            return known[name]
        return part

    def _evaluate(self, code):
        names = {name: self._parameters[name] if name in self._parameters else _NAMES[name](self._world)
                 for name in code.co_names if name in self._parameters or name in _NAMES}
        try:
            return eval(code, self._constants, names)
        except ExpressionError as error:
            raise self._expression.error(error) from None
        except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
            raise self._expression.error(f"{error}") from None
