#!/bin/sh
set -eu
chown postgres:postgres "$PGDATA"
chmod 700 "$PGDATA"
as_postgres() { exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  (as_postgres initdb --username="$POSTGRES_USER" --auth="$POSTGRES_HOST_AUTH_METHOD" --encoding=UTF8 --locale=C.UTF-8)
  echo "host all all all $POSTGRES_HOST_AUTH_METHOD" >>"$PGDATA/pg_hba.conf"
fi
as_postgres postgres -c listen_addresses='*' -c unix_socket_directories=/tmp
