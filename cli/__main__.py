"""``python -m rulekit.cli`` does what ``rulekit`` does."""

from .main import main

if __name__ == "__main__":
    main()
