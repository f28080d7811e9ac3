"""Measure every budget: ``make bench``, or ``make bench ARGS=standings`` for those so named.

Each other module of this folder has ``measure``, which returns rows of name, seconds and budget
(and unit, where something other than seconds is counted).
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main(wanted: list[str]) -> int:
    """Print one line per measurement; return 1 when one is over its budget."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    chosen = [
        name
        for name in names
        if name != "__main__" and (not wanted or any(word in name for word in wanted))
    ]
    if not chosen:
        print(f"no benchmark is named {' or '.join(wanted)}", file=sys.stderr)
        return 2
    over = 0
    for name in chosen:
        for row in importlib.import_module(f"benchmarks.{name}").measure():
            is_over = row["seconds"] > row["budget"]
            over += is_over
            print(
                f"{'OVER' if is_over else 'ok':<5}{row['seconds']:10.4f} {row.get('unit', 's')}"
                f" of {row['budget']:.4g} {row.get('unit', 's')}  {row['name']}",
                flush=True,
            )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
