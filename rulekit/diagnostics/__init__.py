"""What can be wrong with a rules file, as values."""

from rulekit.diagnostics.model import Code, Diagnostic, Fix, Label, Severity, Sink, all_codes, code_by_id, register

__all__ = ["Code", "Diagnostic", "Fix", "Label", "Severity", "Sink", "all_codes", "code_by_id", "register"]
