"""What an operator sees of a running bot from outside: ``/healthz``, ``/metrics``."""
