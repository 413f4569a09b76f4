import { serverTools } from '../../catalogue/server-settings';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { judgeOf } from './judges';

const profile = profileOf('server-settings');

describeToolSamples(profile, serverTools);

describeHostileFiles(profile, {
  tools: serverTools,
  extension: 'nginx.conf',
  flawed: 'server {\n  location /a {\n    alias /srv/a/;\n  }\n}\n',
  longLine: `server { root ${'x'.repeat(400_000)}; }`,
  deep: 'server { '.repeat(3_000),
});

const told = (path: string, ...lines: readonly string[]) =>
  judgeOf(path)(`${lines.join('\n')}\n`).map(({ line, rule }) => `${line} ${rule}`);

describe('a fault of a server', () => {
  const redis = 'bind 0.0.0.0\nprotected-mode no\n';
  const severities = async (tree: Record<string, string>) =>
    (await runOn(profile, serverTools, tree))
      .tool('server-settings')
      .findings.map(({ file, severity }) => [file, severity]);

  it('matters less where developers or containers alone reach it', async () => {
    expect(await severities({ 'etc/redis.conf': redis })).toEqual([['etc/redis.conf', undefined]]);
    expect(await severities({ 'etc/dev/redis.conf': redis })).toEqual([['etc/dev/redis.conf', 'low']]);
    expect(await severities({ 'etc/redis.conf': redis, 'compose.yaml': 'services: {}\n' })).toEqual([
      ['etc/redis.conf', 'low'],
    ]);
  });

  it('is looked for in no file that is no YAML', async () => {
    const run = await runOn(profile, serverTools, { 'traefik.yml': 'api: [\n' });
    expect([run.found, run.unreadable]).toEqual([[], []]);
  });
});

describe('programs without a login', () => {
  it.each([
    ['mosquitto.conf', 'allow_anonymous true'],
    ['mosquitto.conf', 'listener 1883 127.0.0.1', 'allow_anonymous true'],
    ['mosquitto.conf', 'listener 0 /run/mosquitto.sock', 'allow_anonymous true'],
    ['mosquitto.conf', 'listener 1883', 'acl_file /etc/acl', 'allow_anonymous true'],
    ['mosquitto.conf', 'listener 8883', 'require_certificate true', 'allow_anonymous true'],
    ['mosquitto.conf', 'per_listener_settings true', 'listener 1883', 'listener 1884 ::1', 'allow_anonymous true'],
    ['redis.conf', 'bind 127.0.0.1 -::1', 'protected-mode no'],
    ['redis.conf', 'bind 0.0.0.0', 'protected-mode no', 'requirepass "from outside"'],
    ['redis.conf', 'bind 0.0.0.0', 'protected-mode yes'],
    ['redis.conf', 'port 0', 'protected-mode no'],
    ['elasticsearch.yml', 'network.host: localhost', 'xpack.security.enabled: false'],
    ['elasticsearch.yml', 'xpack.security.enabled: false'],
    ['elasticsearch.yml', 'network.host: 0.0.0.0', 'xpack.security.http.ssl.enabled: false'],
    ['pg_hba.conf', 'host all all 127.0.0.1/32 trust', 'host all all ::1/128 trust', 'local all all trust'],
    ['pg_hba.conf', 'host all all 0.0.0.0/0 scram-sha-256', '# host all all 0.0.0.0/0 trust'],
    ['mongod.conf', 'net:', '  bindIp: 127.0.0.1,/run/mongodb.sock'],
    ['mongod.conf', 'net:', '  bindIp: 0.0.0.0', 'security:', '  keyFile: /etc/key'],
    ['mongod.conf', 'bind_ip = 0.0.0.0', 'auth = true'],
    ['supervisord.conf', '[inet_http_server]', 'port=9001', 'username=a', 'password=%(ENV_P)s'],
    ['supervisord.conf', '[unix_http_server]', 'file=/run/s.sock', '[inet_http_server]', 'port = 127.0.0.1:9001'],
    ['traefik.toml', '[entryPoints]', 'insecure = true'],
    ['etc/docker/daemon.json', '{ "hosts": ["tcp://127.0.0.1:2375"] }'],
    ['etc/docker/daemon.json', '{ "hosts": ["tcp://0.0.0.0:2376"], "tlsverify": true }'],
    ['my.cnf', '[mysqld]', 'skip-name-resolve', '[mysqldump]', 'skip-grant-tables'],
    ['neo4j.conf', 'dbms.security.auth_enabled=false', 'server.bolt.listen_address=:7687'],
    ['rabbitmq.conf', 'loopback_users.guest = false', 'default_user = shop', 'default_pass = $(secret)'],
    ['grafana.ini', '[auth.anonymous]', 'enabled = true', 'org_role = Viewer'],
    ['grafana.ini', '[auth.anonymous]', ';enabled = true', 'org_role = Admin'],
    ['squid.conf', 'http_access deny all', 'http_access allow all'],
    ['squid.conf', 'http_access allow localnet', 'http_access deny all'],
  ])('are not seen in %s: %s', (path, ...lines) => expect(told(path, ...lines)).toEqual([]));

  it.each([
    ['mosquitto.conf', ['port 1883', 'allow_anonymous true'], '2 mqtt-without-login'],
    ['mosquitto/config/site.conf', ['listener 1883 0.0.0.0', 'allow_anonymous true'], '2 mqtt-without-login'],
    ['redis.conf', ['protected-mode no'], '1 redis-without-login'],
    [
      'elasticsearch.yml',
      ['network:', '  host: [_local_, _site_]', 'xpack.security.enabled: false'],
      '3 search-without-login',
    ],
    ['opensearch.yml', ['network.host: 0.0.0.0', 'plugins.security.disabled: true'], '2 search-without-login'],
    ['pg_hba.conf.j2', ['host all all 0.0.0.0 0.0.0.0 trust'], '1 postgres-without-login'],
    ['pg_hba.conf', ['hostssl all app all trust'], '1 postgres-without-login'],
    ['mongod.conf', ['net:', '  bindIpAll: true'], '2 mongodb-without-login'],
    ['mongodb.conf', ['bind_ip = 0.0.0.0', 'noauth = true'], '2 mongodb-without-login'],
    ['traefik.toml', ['[api]', '  insecure = true'], '2 console-without-login'],
    ['my.cnf', ['[mysqld]', 'skip_grant_tables = 1'], '2 mysql-without-login'],
    ['rabbitmq.conf', ['loopback_users.guest = false'], '1 rabbitmq-guest-from-everywhere'],
    ['etc/grafana.ini', ['[auth.anonymous]', 'enabled = true', 'org_role = Admin'], '3 console-without-login'],
    ['squid.conf', ['http_access allow localnet', 'http_access allow all'], '2 open-proxy'],
  ])('are seen in %s: %j', (path, lines, expected) => expect(told(path, ...lines)).toEqual([expected]));
});

describe('settings of SSH, PHP and Apache', () => {
  it.each([
    ['sshd_config', 'PermitRootLogin no', 'PermitRootLogin yes'],
    ['sshd_config', 'PasswordAuthentication no', 'PermitRootLogin yes'],
    ['sshd_config', 'PermitRootLogin prohibit-password', 'Match Address 10.0.0.0/8', 'PermitRootLogin yes'],
    ['sshd_config', '#PermitEmptyPasswords yes'],
    ['php.ini', 'display_errors = On', 'display_errors = Off ; for visitors'],
    ['php.ini', 'display_errors = stderr', ';allow_url_include = On'],
    ['httpd.conf', 'SSLProtocol all -SSLv3 -TLSv1 -TLSv1.1'],
    ['httpd.conf', 'SSLProtocol -all +TLSv1.2 +TLSv1.3'],
    ['httpd.conf', 'ProxyRequests Off'],
  ])('are right in %s: %s', (path, ...lines) => expect(told(path, ...lines)).toEqual([]));

  it.each([
    ['sshd_config.d/a.conf', ['PermitRootLogin=yes'], '1 root-by-password'],
    ['sshd_config', ['Match User guest', 'PermitEmptyPasswords yes'], '2 empty-password-allowed'],
    ['php/www.conf', ['[www]', 'php_admin_flag[display_errors] = on'], '2 errors-shown'],
    ['.htaccess', ['php_flag display_errors on'], '1 errors-shown'],
    ['sites-available/a', ['<VirtualHost *:443>', 'SSLProtocol all -SSLv2', '</VirtualHost>'], '2 old-tls-version'],
  ])('are wrong in %s: %j', (path, lines, expected) => expect(told(path, ...lines)).toEqual([expected]));
});

describe('rules of Firebase', () => {
  const firestore = (...lines: readonly string[]) => [
    'service cloud.firestore {',
    'match /databases/{database}/documents {',
    ...lines,
    '} }',
  ];

  it.each([
    ['match /{document=**} { allow read: if true; }'],
    ['match /users/{id} { allow write: if request.auth.uid == id; }'],
    ['match /messages/{id} { allow create: if true; }'],
    ['// match /{document=**} { allow read, write: if true; }'],
    ['/*', 'match /{document=**} { allow write; }', '*/'],
    ['function isOpen() { return true; }', 'match /a/{id} { allow write: if isOpen(); }'],
  ])('keep strangers from changing data: %s', (...lines) =>
    expect(told('firestore.rules', ...firestore(...lines))).toEqual([]),
  );

  const severityOf = (path: string, ...lines: readonly string[]) =>
    judgeOf(path)(lines.join('\n')).map(({ line, severity }) => [line, severity]);

  it('are grave where everybody reads and changes everything, and less so elsewhere', () => {
    const all = firestore('match /{document=**} {', 'allow read, write: if true;', '}');
    expect(severityOf('firestore.rules', ...all)).toEqual([[4, undefined]]);
    const kept = firestore('match /{document=**} {', 'allow get, write: if true;', 'allow list: if false;', '}');
    expect(severityOf('firestore.rules', ...kept)).toEqual([[4, 'medium']]);
    expect(severityOf('a/storage.rules', 'match /b/{bucket}/o {', 'match /rooms/{id} { allow write; } }')).toEqual([
      [2, 'medium'],
    ]);
  });

  it('are read of the Realtime Database, with comments', () => {
    const rules = (write: string) => [
      '{',
      '  // open',
      '  "rules": {',
      `    ".read": true, ".write": ${write}`,
      '  }',
      '}',
    ];
    expect(told('database.rules.json', ...rules('true'))).toEqual(['4 data-for-everybody']);
    expect(told('database.rules.json', ...rules('"auth != null"'))).toEqual([]);
  });
});
