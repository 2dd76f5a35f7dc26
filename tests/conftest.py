"""Shared fixtures; that this file is here makes the helper modules beside it (``expectations``) importable in all tests."""
