#!/bin/sh
# Dumps the database every BACKUP_HOURS into /backups, keeps the last BACKUP_KEEP dumps, and touches
# /backup-stamp/last after each success: its age is the metric citadels_backup_age_seconds.
set -eu
umask 077
while :; do
	rm -f /backups/*.dump.part # of a dump that was killed
	dump="/backups/$(date -u +%Y%m%dT%H%M%SZ).dump"
	if pg_dump --format=custom --no-owner --no-privileges --file="$dump.part" "$DATABASE_URL"; then
		mv "$dump.part" "$dump"
		touch /backup-stamp/last
		chmod 755 /backup-stamp && chmod 644 /backup-stamp/last
		echo "Dumped $dump"
		ls -1 /backups/*.dump | sort -r | tail -n "+$((BACKUP_KEEP + 1))" | xargs -r rm --
	else
		rm -f "$dump.part"
		echo "The dump failed" >&2
	fi
	[ "${1:-}" = once ] && exit 0
	sleep "$((BACKUP_HOURS * 3600))"
done
