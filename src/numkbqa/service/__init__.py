"""The service: HTTP API, web page and agent tool over trained models."""
