"""Who may see and do what, and what people mean by what they choose or type."""
