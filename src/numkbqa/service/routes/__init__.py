"""The routes of the HTTP API; none of them writes anything."""
