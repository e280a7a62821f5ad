#!/bin/sh
# start-pgbouncer.sh CONFIGURATION FOLDER
# Starts PgBouncer with ops/deploy/pgbouncer/pgbouncer.ini, but with the addresses of the containers and the application's user.
# FOLDER gets the file that is used and the user's password.
set -eu
umask 077
printf '"wazi_web" "%s"\n' "$APPLICATION_PASSWORD" > "$2/userlist.txt"
sed -e 's/^wazi = .*/wazi = host=postgres port=5432 dbname=wazi/' -e 's/^listen_addr = .*/listen_addr = 0.0.0.0/' \
  -e "s#^auth_file = .*#auth_file = $2/userlist.txt#" "$1" > "$2/pgbouncer.ini"
exec pgbouncer "$2/pgbouncer.ini"
