"""7.3 Interception: of armies by armies, of fleets by fleets On Patrol."""
