"""Computer opponents: whom they play, what they are asked, what they answer."""
