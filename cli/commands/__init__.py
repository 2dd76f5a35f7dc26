"""One module per command; each has a click command object ``command``."""
