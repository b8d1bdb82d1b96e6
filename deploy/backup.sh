#!/bin/sh
# Dumps the database every BACKUP_HOURS (with the argument "once" only now) into BACKUPS, keeps the last BACKUP_KEEP dumps,
# and touches the file "last" after each success: its age is the metric citadels_backup_age_seconds.
set -eu
umask 077
backups="${BACKUPS:-/backups}"
stamps="${BACKUPS:-/backup-stamp}" # containers of the service mount it, and not the dumps
while :; do
	rm -f "$backups"/*.dump.part # of a dump that was killed
	dump="$backups/$(date -u +%Y%m%dT%H%M%SZ).dump"
	if pg_dump --format=custom --no-owner --no-privileges --file="$dump.part" "$DATABASE_URL"; then
		mv "$dump.part" "$dump"
		touch "$stamps/last"
		chmod 755 "$stamps" && chmod 644 "$stamps/last"
		echo "Dumped $dump"
		ls -1 "$backups"/*.dump | sort -r | tail -n "+$((BACKUP_KEEP + 1))" | xargs -r rm --
	else
		rm -f "$dump.part"
		echo "The dump failed" >&2
		[ "${1:-}" = once ] && exit 1
	fi
	[ "${1:-}" = once ] && exit 0
	sleep "$((BACKUP_HOURS * 3600))"
done
