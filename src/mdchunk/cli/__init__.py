"""The command line: parse arguments, call one function, show the result."""
