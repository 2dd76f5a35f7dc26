"""The language server: the protocol around ``rulekit.report.editor``.

Needs the extra ``rulekit[lsp]``; nothing in here is imported by any other command.
"""
