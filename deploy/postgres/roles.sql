-- The roles of the service in PostgreSQL 15 or newer, for a new database and for one that an older
-- version used as its only role. Run it in the database of the service, before each migration, as a
-- superuser, or as the role that owns the database and its tables and has CREATEDB and CREATEROLE.
-- It changes nothing that is as it should be, and locks one table at a time, for a moment; if it
-- ends with "lock timeout", run it again:
--   OWNER_PASSWORD=... APP_PASSWORD=... BACKUP_PASSWORD=... psql --file deploy/postgres/roles.sql DATABASE
-- citadels_owner   owns the tables: migrations
-- citadels_app     reads and writes rows, cannot change tables or triggers: all processes
-- citadels_backup  reads everything: backups
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
\getenv backup_password BACKUP_PASSWORD
SET client_min_messages = warning;
SET lock_timeout = '5s';

SELECT format('CREATE ROLE %I', name)
FROM unnest(ARRAY['citadels_owner', 'citadels_app', 'citadels_backup']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
-- Passwords stay out of the log, which only a superuser can ask for.
SELECT 'SET log_statement = none' FROM pg_roles WHERE rolname = current_user AND rolsuper \gexec
ALTER ROLE citadels_owner LOGIN PASSWORD :'owner_password';
ALTER ROLE citadels_app LOGIN PASSWORD :'app_password';
ALTER ROLE citadels_backup LOGIN PASSWORD :'backup_password';

-- Processes of an older version work on, as the role that they have: take this from it afterwards.
-- The role that runs this needs it, too.
SELECT format('GRANT citadels_owner TO %I', rolname)
FROM pg_roles
WHERE NOT rolsuper AND rolname <> 'citadels_owner' AND (
    rolname = current_user
    OR oid IN (SELECT datdba FROM pg_database WHERE datname = current_database())
    OR oid IN (SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace)) \gexec

-- Everything that exists belongs to the owner. (REASSIGN OWNED refuses the first superuser.)
SELECT format('ALTER DATABASE %I OWNER TO citadels_owner', datname)
FROM pg_database
WHERE datname = current_database() AND datdba <> 'citadels_owner'::regrole \gexec
ALTER SCHEMA public OWNER TO citadels_owner;
SELECT format('ALTER %s %s OWNER TO citadels_owner',
              CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, oid::regclass)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
    AND relowner <> 'citadels_owner'::regrole \gexec
SELECT format('ALTER SEQUENCE %s OWNER TO citadels_owner', oid::regclass)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND relowner <> 'citadels_owner'::regrole \gexec
-- Functions of extensions stay with the superuser.
SELECT format('ALTER ROUTINE %s OWNER TO citadels_owner', oid::regprocedure)
FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND proowner <> 'citadels_owner'::regrole
    AND oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_proc'::regclass AND deptype = 'e') \gexec

-- Nobody else does anything here. The plain role reads and writes rows, of later tables, too.
SELECT format('REVOKE ALL ON DATABASE %1$I FROM PUBLIC; '
              'GRANT CONNECT ON DATABASE %1$I TO citadels_app, citadels_backup', current_database()) \gexec
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO citadels_app, citadels_backup;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO citadels_app, citadels_backup;
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO citadels_app;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO citadels_app, citadels_backup;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO citadels_app;
ALTER DEFAULT PRIVILEGES FOR ROLE citadels_owner GRANT USAGE ON SCHEMAS TO citadels_app, citadels_backup;
ALTER DEFAULT PRIVILEGES FOR ROLE citadels_owner GRANT SELECT ON TABLES TO citadels_app, citadels_backup;
ALTER DEFAULT PRIVILEGES FOR ROLE citadels_owner GRANT INSERT, UPDATE, DELETE ON TABLES TO citadels_app;
ALTER DEFAULT PRIVILEGES FOR ROLE citadels_owner GRANT SELECT ON SEQUENCES TO citadels_app, citadels_backup;
ALTER DEFAULT PRIVILEGES FOR ROLE citadels_owner GRANT USAGE ON SEQUENCES TO citadels_app;
