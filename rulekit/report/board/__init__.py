"""A board as text: where each space goes (``plan``), the picture (``draw``), who stands where (``tokens``), the ways (``ways``)."""
