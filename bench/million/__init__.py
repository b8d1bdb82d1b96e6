"""What users and operators do among a million games, beside ten thousand: ``make bench-million``.

    make bench-million                                          # about an hour, and 15 GB of disk
    make bench-million ARGS="--matches 20000 --among 2000"      # a try

Two databases beside the one of ``DATABASE_URL`` get the same kind of rows, and are dropped in the
end. Bots play some hundred games through the service (``originals.py``); all other rows are copies
in SQL, with other ids, users and times (``fill.py``). Requests go through Django in this process,
to each database in turn (``operations.py``). Their cost is the CPU time of this process and of its
PostgreSQL backend, which must run on the same machine; other programs hardly change it. The rows
fit into memory, so reading from a disk is not measured.
"""
