"""The rules of the games of this repository: pure Python, no input and output, no Django."""
