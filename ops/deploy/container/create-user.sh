#!/bin/sh
# Creates the application's user of the database. PostgreSQL's image runs it once, when the database is new.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 <<'SQL'
\getenv password APPLICATION_PASSWORD
create role wazi_web login password :'password';
SQL
