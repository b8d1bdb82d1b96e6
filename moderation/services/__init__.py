"""Services behind staff actions, reports and appeals."""
