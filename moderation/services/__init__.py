"""What the actions of staff rest on, and what users do: reports and appeals."""
