"""The shell around the rules: commands in, events logged and told; cards asked for; buttons and cameras understood."""
