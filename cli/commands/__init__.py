"""One module per command, named like it; each has a click command object ``command``."""
