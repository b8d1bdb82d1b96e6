"""What happens in which order: the frames."""
