import { ownComposeTools } from '../../catalogue/compose';
import { describeHostileFiles } from '../../../test/hostile-files';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { parseYaml } from '../kit/yaml-tree';
import { problemsIn } from './judge-services';

const profile = profileOf('compose');

describeToolSamples(profile, ownComposeTools);

describeHostileFiles(profile, {
  tools: ownComposeTools,
  extension: 'compose.yaml',
  flawed: 'services:\n  web:\n    privileged: true\n',
  malformed: 'services: [\n',
  longLine: `name: ${'x'.repeat(2_000_000)}`,
  deep: '{a: '.repeat(3_000),
});

const found = (...lines: readonly string[]) =>
  parseYaml(['services:', '  db:', ...lines.map((line) => `    ${line}`)].join('\n'))
    .flatMap(problemsIn)
    .map(({ line, rule }) => `${line} ${rule}`);

describe('the rules for Compose files', () => {
  it.each([
    ['a port of the container alone', 'image: redis:7', 'ports: ["6379"]'],
    ['a port on the loopback', 'image: redis:7', 'ports: ["127.0.0.1:6379:6379"]'],
    ['another port of a database', 'image: influxdb:2', 'ports: ["8000:8000"]'],
    ['a port of a service that is none', 'image: example/redis-ui:1', 'ports: ["6379:6379"]'],
    ['a folder that is only read', 'volumes: ["/etc:/e:ro"]'],
    ['a table for a folder that is only read', 'volumes: [{ type: bind, source: /etc, target: /e, read_only: true }]'],
    ['a port that a variable decides', 'image: redis:7', 'ports: ["${PORT}:6379"]'],
    ['another folder below', 'volumes: ["/etc/app:/e"]'],
  ])('say nothing of %s', (_, ...lines) => expect(found(...lines)).toEqual([]));

  it.each([
    ['a table', 'image: redis:7', 'ports: [{ target: 6379, published: 6379 }]', '4 database-for-everybody'],
    ['every interface by name', 'image: redis:7', 'ports: ["0.0.0.0:6379:6379/tcp"]', '4 database-for-everybody'],
    ['a socket that is only read', 'x: 1', 'volumes: ["/run/docker.sock:/s:ro"]', '4 docker-socket'],
  ])('see %s', (_, first, second, expected) => expect(found(first, second)).toEqual([expected]));

  const DATA = 'volumes: ["data:/var/lib/postgresql/data"]';

  it.each([
    ['image: postgres:17.6', DATA],
    ['image: postgres:18', 'volumes: ["data:/var/lib/postgresql"]'],
    ['image: postgres:18', 'environment: [PGDATA=/var/lib/postgresql/data/18]', DATA],
    ['image: postgres:18', 'extends: { file: base.yaml, service: db }', DATA],
    ['image: postgres:${VERSION}', DATA],
    ['image: postgres@sha256:0123', DATA],
    ['image: example/postgres-backup:18', DATA],
  ])('know where PostgreSQL has its data: %s, %s', (...lines) => expect(found(...lines)).toEqual([]));

  it.each([
    ['postgres:18.1-alpine', DATA],
    ['docker.io/library/postgres:18', DATA],
    ['pgvector/pgvector:pg18', DATA],
    ['postgres', 'volumes: ["${DATA:-./data}:/var/lib/postgresql/data:rw"]'],
    ['postgres:latest', 'volumes: [{ type: bind, source: ./data, target: /var/lib/postgresql/data/ }]'],
  ])('see a volume at the old folder of %s', (image, volumes) =>
    expect(found(`image: ${image}`, volumes)).toEqual(['4 data-outside-volume']),
  );

  it.each([
    ['a list', 'image: traefik:v3.5', 'command: [--api.insecure=true]', 'console-without-login'],
    ['a text', 'image: traefik:v3.5', 'command: --api.insecure --log.level=INFO', 'console-without-login'],
    ['the environment', 'image: traefik:v3.5', 'environment: { TRAEFIK_API_INSECURE: true }', 'console-without-login'],
    ['trust', 'image: postgres:17', 'environment: { POSTGRES_HOST_AUTH_METHOD: trust }', 'database-without-password'],
    ['no password', 'image: mysql:8', 'environment: [MYSQL_ALLOW_EMPTY_PASSWORD=1]', 'database-without-password'],
    [
      'visitors who administrate',
      'image: grafana/grafana:12.1.0',
      'environment: { GF_AUTH_ANONYMOUS_ENABLED: true, GF_AUTH_ANONYMOUS_ORG_ROLE: Admin }',
      'console-without-login',
    ],
  ])('see a program that asks for no login by %s, where its port is open', (_, image, setting, rule) => {
    const ports = 'ports: ["8080:8080", "${DB_PORT}:5432", "${DB_PORT:-3306}:3306", "3000:3000"]';
    const own = ['127.0.0.1:8080:8080', '${ADDRESS}:5432', '3306', '127.0.0.1:3000:3000'];
    expect(found(image, setting, ports).filter((each) => each.endsWith('login') || each.endsWith('word'))).toEqual([
      `4 ${rule}`,
    ]);
    expect(found(image, setting, `ports: ${JSON.stringify(own)}`)).toEqual([]);
  });

  it.each([
    ['image: traefik:v3.5', 'command: [--api.insecure=false]'],
    ['image: mysql:8', 'environment: { MYSQL_ALLOW_EMPTY_PASSWORD: "yes", MYSQL_ROOT_PASSWORD: "${PW}" }'],
    ['image: mysql:8', 'environment: { MYSQL_ALLOW_EMPTY_PASSWORD: "no" }'],
    ['image: phpmyadmin:5', 'environment: { PMA_USER: root }'],
    ['image: grafana/grafana:12.1.0', 'environment: { GF_AUTH_ANONYMOUS_ENABLED: true }'],
  ])('let a program ask for one: %s, %s', (image, setting) =>
    expect(
      found(image, setting, 'ports: ["80:80", "8080:8080", "3000:3000", "33060:3306"]').filter(
        (each) => !each.endsWith('database-for-everybody'),
      ),
    ).toEqual([]),
  );

  it('read no services where there is another document', () =>
    expect(parseYaml('services: 1').flatMap(problemsIn)).toEqual([]));
});
