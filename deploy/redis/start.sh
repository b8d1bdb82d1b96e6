#!/bin/sh
# Starts Redis with one user, "citadels", who runs no command that is dangerous or for
# administrators. The password is in the environment, and on no command line. Words go to Redis.
set -eu
umask 077
printf '%s\n' 'user default off' "user citadels on >$REDIS_PASSWORD ~* &* +@all -@admin -@dangerous" >/tmp/users.acl
unset REDIS_PASSWORD
exec redis-server --maxmemory-policy noeviction --aclfile /tmp/users.acl "$@"
