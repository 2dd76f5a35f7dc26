"""From rules to matches: loading, setting up, playing, logs, saves, bots, examples."""
