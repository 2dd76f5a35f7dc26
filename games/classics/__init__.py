"""Small public-domain games that show the language is general."""
