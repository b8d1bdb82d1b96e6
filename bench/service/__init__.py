"""What the benchmark of the server is made of: a database, processes, a load, floors, sweeps."""
