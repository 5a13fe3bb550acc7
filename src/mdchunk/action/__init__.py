"""The GitHub Action: read inputs, call one function, report the result."""
