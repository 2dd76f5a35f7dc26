"""What an editor asks about a rules file, as data: places, outline, occurrences of names, words about them, edits.

Nothing in here knows a protocol: offsets are code points, as everywhere in the library.  ``cli/lsp`` speaks with editors.
"""
