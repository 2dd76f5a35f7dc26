"""The grammar of the rules language, as package data."""
