"""The pages. A view loads, calls a service, and answers."""
