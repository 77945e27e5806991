"""Land battles of campaigns that are fought out as battles of their own."""
