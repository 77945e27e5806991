"""What ``hexarch host doctor`` looks at, one concern a module: each gives :class:`~bot.cli.checkup.finding.Finding`."""
