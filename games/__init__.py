"""Games that come with rulekit, each one rules file."""
