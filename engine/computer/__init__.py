"""Players that think: any system's battles through its menus, knowing no more than somebody in their seat."""
