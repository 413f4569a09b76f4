import { basename } from 'node:path';
import type { Problem } from '../kit/per-file';
import { faultsOfFirebase, faultsOfRealtime } from './firebase';
import {
  faultsOfHostAccess,
  faultsOfMongo,
  faultsOfMysql,
  faultsOfNeo4j,
  faultsOfRabbit,
  faultsOfMosquitto,
  faultsOfRedis,
  faultsOfSearch,
  faultsOfSupervisor,
} from './logins';
import { faultsOfNginx } from './nginx/judge-nginx';
import {
  faultsOfApache,
  faultsOfDocker,
  faultsOfGrafana,
  faultsOfPhp,
  faultsOfSquid,
  faultsOfSsh,
  faultsOfTraefik,
} from './programs';

export type Judge = (text: string) => readonly Problem[];

/** The program that a file configures, by its path. The first that fits counts. */
const JUDGES: readonly (readonly [RegExp, Judge])[] = [
  [
    /(?:^|\/)(?:[^/]*[_.-])?mosquitto(?:[_.-][^/]*)?\.conf$|(?:^|\/)mosquitto\/(?:.*\/)?[^/]*\.conf$/i,
    faultsOfMosquitto,
  ],
  [/(?:^|\/)(?:redis|valkey|keydb)[^/]*\.conf$/i, faultsOfRedis],
  [/(?:^|\/)(?:elasticsearch|opensearch)\.ya?ml$/i, faultsOfSearch],
  [/(?:^|\/)[^/]*pg_hba[^/]*$/i, faultsOfHostAccess],
  [/(?:^|\/)mongo(?:d|db|s)?\.(?:conf|cfg|ya?ml)$/i, faultsOfMongo],
  [/(?:^|\/)traefik\.(?:ya?ml|toml)$/i, faultsOfTraefik],
  [/(?:^|\/)sshd_config(?:\.[^/]*)?$|(?:^|\/)sshd_config\.d\/[^/]+\.conf$/i, faultsOfSsh],
  [/(?:^|\/)[^/]*(?:firestore|storage)[^/]*\.rules$/i, faultsOfFirebase],
  [/(?:^|\/)(?:database|firebase)[^/]*\.rules\.json$/i, faultsOfRealtime],
  [/(?:^|\/)[^/]*\.cnf$/i, faultsOfMysql],
  [/(?:^|\/)neo4j[^/]*\.conf$/i, faultsOfNeo4j],
  [/(?:^|\/)rabbitmq[^/]*\.conf$/i, faultsOfRabbit],
  [/(?:^|\/)grafana[^/]*\.ini$|(?:^|\/)grafana\/(?:.*\/)?[^/]*\.ini$/i, faultsOfGrafana],
  [/(?:^|\/)squid\.conf$/i, faultsOfSquid],
  [/(?:^|\/)(?:docker\/)?daemon\.json$/i, faultsOfDocker],
  [/(?:^|\/)supervisord?[^/]*\.(?:conf|ini)$|(?:^|\/)supervisor\/(?:.*\/)?[^/]*\.conf$/i, faultsOfSupervisor],
  [/(?:^|\/)(?:php[^/]*|[^/]*php)\.ini$|(?:^|\/)(?:\.user|user|custom|production|prod)\.ini$/i, faultsOfPhp],
  [
    /(?:^|\/)php\/(?:.*\/)?[^/]*\.ini$|(?:^|\/)(?:www|php-fpm|fpm)\.conf$|(?:^|\/)php-fpm\.d\/[^/]*\.conf$/i,
    faultsOfPhp,
  ],
];

/** Other files are of nginx or of Apache, which their text tells. */
const ofWebServer: Judge = (text) => faultsOfNginx(text) ?? faultsOfApache(text);

/** The judge of a file. */
export const judgeOf = (path: string): Judge =>
  JUDGES.find(([pattern]) => pattern.test(path))?.[1] ??
  (basename(path) === '.htaccess' ? faultsOfApache : ofWebServer);
