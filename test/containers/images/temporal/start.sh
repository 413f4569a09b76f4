#!/bin/sh
# Makes the databases and their schemas, where they are not there or are older, and the namespace `default`.
set -eu
cd /etc/temporal
for database in temporal temporal_visibility; do
  schema=schema/postgresql/v12/$( [ "$database" = temporal ] && echo temporal || echo visibility )/versioned
  tool() {
    temporal-sql-tool --plugin "$DB" --ep "$POSTGRES_SEEDS" -p "$DB_PORT" -u "$POSTGRES_USER" --db "$database" "$@"
  }
  # The user's own database is there from the beginning; a schema that is there is only brought up to date.
  tool create-database || true
  tool setup-schema -v 0.0 || true
  tool update-schema -d "$schema"
done
sed -e "s#@SEEDS@#$POSTGRES_SEEDS:$DB_PORT#" -e "s#@USER@#$POSTGRES_USER#" -e "s#@BIND@#$BIND_ON_IP#" \
  -e "s#@BROADCAST@#$TEMPORAL_BROADCAST_ADDRESS#" -e "s#@DYNAMIC@#/etc/temporal/$DYNAMIC_CONFIG_FILE_PATH#" \
  config/server.yaml >/tmp/server.yaml
(
  until temporal operator cluster health --address "$TEMPORAL_ADDRESS" >/dev/null 2>&1; do sleep 1; done
  temporal operator namespace describe --namespace default --address "$TEMPORAL_ADDRESS" >/dev/null 2>&1 ||
    temporal operator namespace create --namespace default --retention 24h --address "$TEMPORAL_ADDRESS"
) &
exec temporal-server --root / --config tmp --env server start
