"""The command line: parse options, call the library, render, exit."""
