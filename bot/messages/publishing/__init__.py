"""A battle's own messages: dispatches, questions, requests, the standing message, the end."""
