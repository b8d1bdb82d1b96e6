"""Building blocks of pictures, for every game: SVG elements, text, colors, panels."""
