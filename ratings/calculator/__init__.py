"""The public calculator without its pages: a case in, an answer with every step out.

``evaluate_case`` is what the REST address and the pages call. ``reading`` refuses wrong input with
the place of every wrong field, one module per family of systems works the case out with
``ratings.rules``, and ``answers`` writes hundredths as text. Nothing is stored.
"""

from ratings.calculator.evaluate import (
    BATCH_LIMIT,
    SYSTEMS,
    error_answer,
    evaluate_case,
    evaluate_cases,
)

__all__ = ["BATCH_LIMIT", "SYSTEMS", "error_answer", "evaluate_case", "evaluate_cases"]
