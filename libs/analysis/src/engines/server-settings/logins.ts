import type { Problem } from '../kit/per-file';
import { at, itemsOf, parseYaml, textOf, valueOf } from '../kit/yaml-tree';
import { BY_SIGN, BY_SPACE, type Setting, isLoopback, lastOf, settingsOf } from './lines';

/** Brokers of MQTT that take messages of anybody. */
export function faultsOfMosquitto(text: string): Problem[] {
  const settings = settingsOf(text, BY_SPACE);
  const apart = lastOf(settings, 'per_listener_settings')?.value === 'true';
  const blocks = listenersOf(settings);
  const [common, ...listeners] = blocks;
  // Without a listener it answers its own machine only.
  const open = listeners.filter(isReached);
  // Who may do what is said for those without a name, too.
  if (common === undefined || open.length === 0 || settings.some(({ name }) => name === 'acl_file')) return [];
  const asked = apart ? open : [{ settings }];
  const allowed = asked.map((each) => lastOf(each.settings, 'allow_anonymous')).find((each) => each?.value === 'true');
  if (allowed === undefined) return [];
  const message = 'Whoever reaches the broker reads and sends every message';
  return [{ rule: 'mqtt-without-login', line: allowed.line, message }];
}

interface Listener {
  readonly settings: Setting[];
}

/** The settings before the first listener, and then those of each listener. */
function listenersOf(settings: readonly Setting[]): Listener[] {
  const found: Listener[] = [{ settings: [] }];
  for (const setting of settings) {
    if (setting.name === 'listener' || setting.name === 'port') found.push({ settings: [setting] });
    else found.at(-1)!.settings.push(setting);
  }
  return found;
}

/** Whether other machines reach a listener without a certificate. */
function isReached({ settings }: Listener): boolean {
  const [{ value, name } = { value: '', name: '' }] = settings;
  const [port = '', address = ''] = value.split(/\s+/);
  if (lastOf(settings, 'require_certificate')?.value === 'true' || port === '0') return false;
  const bound = name === 'listener' ? address : (lastOf(settings, 'bind_address')?.value ?? '');
  return !isLoopback(bound) && lastOf(settings, 'bind_interface')?.value !== 'lo';
}

export function faultsOfRedis(text: string): Problem[] {
  const settings = settingsOf(text, BY_SPACE);
  const guard = lastOf(settings, 'protected-mode');
  if (guard?.value !== 'no' || settings.some(({ name }) => /^(?:requirepass|aclfile|user|include)$/.test(name)))
    return [];
  const bound = lastOf(settings, 'bind')?.value.split(/\s+/) ?? [];
  if (bound.length > 0 && !bound.some((each) => !isLoopback(each.replace(/^-/, '')))) return [];
  if (lastOf(settings, 'port')?.value === '0') return [];
  const message = 'Whoever reaches the port reads and changes all data, and there is no password';
  return [{ rule: 'redis-without-login', line: guard.line, message }];
}

const SECURITY = ['xpack.security.enabled', 'plugins.security.disabled', 'opendistro_security.disabled'] as const;

/** @throws Unreadable for a file that is no YAML */
export function faultsOfSearch(text: string): Problem[] {
  return parseYaml(text).flatMap((tree): Problem[] => {
    const read = (name: string) => at(tree, tree.root, name) ?? at(tree, tree.root, ...name.split('.'));
    const host = ['http.host', 'network.host', 'http.bind_host', 'network.bind_host']
      .map(read)
      .find((each) => each !== undefined);
    const hosts = host === undefined ? [] : [textOf(host), ...itemsOf(tree, host).map(textOf)].filter((each) => each);
    // Without an address it answers its own machine only.
    if (!hosts.some((each) => !isLoopback(each!))) return [];
    return SECURITY.flatMap((name): Problem[] => {
      const node = read(name);
      if (node === undefined || String(valueOf(node)) !== String(name !== SECURITY[0])) return [];
      const message = 'Whoever reaches the port reads and changes all data';
      return [{ rule: 'search-without-login', line: tree.lineOf(node), message }];
    });
  });
}

/** Networks of everybody, and of the machine itself. */
const EVERYBODY = /^(?:0\.0\.0\.0\/0|::\/0|all)$/;
const OWN_MACHINE = /^(?:127\.0\.0\.\d+(?:\/\d+)?|::1(?:\/\d+)?|localhost|samehost)$/;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe80:|samenet|\.[\w-])/i;

export function faultsOfHostAccess(text: string): Problem[] {
  return text.split(/\r?\n/).flatMap((line, index): Problem[] => {
    const [kind = '', , user = '', address = '', ...rest] = line.trim().replaceAll('"', '').split(/\s+/);
    if (!/^host(?:no)?(?:ssl|gssenc)?$/.test(kind) || OWN_MACHINE.test(address)) return [];
    // A mask may be a word of its own.
    const method = /^[\d.]+$/.test(rest[0] ?? '') ? rest[1] : rest[0];
    if (method !== 'trust') return [];
    const whom = user === 'all' ? 'as any user' : `as ${user}`;
    const whence = EVERYBODY.test(address) ? 'anywhere' : address;
    const message = `Whoever connects from ${whence} is let in ${whom} without a password`;
    return [
      {
        rule: 'postgres-without-login',
        line: index + 1,
        message,
        ...(PRIVATE.test(address) && { severity: 'low' as const }),
      },
    ];
  });
}

/** @throws Unreadable for a file that is no YAML */
export function faultsOfMongo(text: string): Problem[] {
  const message = 'Whoever reaches the port reads and changes all data';
  if (/^\s*(?:bind_ip|noauth|dbpath)\s*=/m.test(text)) {
    const settings = settingsOf(text, BY_SIGN);
    const bound = lastOf(settings, 'bind_ip');
    const isOpen = bound?.value.split(',').some((each) => !isLoopback(each.trim()));
    if (!isOpen || lastOf(settings, 'auth')?.value === 'true' || lastOf(settings, 'keyfile')) return [];
    return [{ rule: 'mongodb-without-login', line: (lastOf(settings, 'noauth') ?? bound!).line, message }];
  }
  return parseYaml(text).flatMap((tree): Problem[] => {
    const bound = at(tree, tree.root, 'net', 'bindIp');
    const all = at(tree, tree.root, 'net', 'bindIpAll');
    const addresses = (textOf(bound) ?? '').split(',').filter((each) => each.trim() !== '');
    if (valueOf(all) !== true && addresses.every((each) => isLoopback(each.trim()))) return [];
    const security = at(tree, tree.root, 'security');
    const authorization = at(tree, security, 'authorization');
    if (textOf(authorization) === 'enabled' || at(tree, security, 'keyFile') || at(tree, security, 'clusterAuthMode'))
      return [];
    const line = tree.lineOf(authorization ?? all ?? bound);
    return [{ rule: 'mongodb-without-login', line, message }];
  });
}

export function faultsOfSupervisor(text: string): Problem[] {
  const settings = settingsOf(text, BY_SIGN).filter(({ section }) => section === 'inet_http_server');
  const port = lastOf(settings, 'port');
  if (port === undefined || lastOf(settings, 'username')?.value) return [];
  const host = /^(.*):\d+$/.exec(port.value)?.[1] ?? '';
  if (isLoopback(host)) return [];
  const message = 'Whoever reaches the port starts and ends programs, and reads what they print';
  return [{ rule: 'supervisor-without-login', line: port.line, message }];
}

/** `skip-grant-tables` lets everybody in as root. */
export function faultsOfMysql(text: string): Problem[] {
  const settings = settingsOf(text, BY_SIGN).filter(({ section }) => /^(?:mysqld|mariadb|server)\b/.test(section));
  const skipped = settings.find(
    ({ name, value }) => /^skip[-_]grant[-_]tables$/.test(name) && !/^(?:0|off)$/i.test(value),
  );
  if (skipped === undefined) return [];
  const message = 'Everybody who reaches the server is root of all databases';
  return [{ rule: 'mysql-without-login', line: skipped.line, message }];
}

export function faultsOfNeo4j(text: string): Problem[] {
  const settings = settingsOf(text, BY_SIGN);
  const off = lastOf(settings, 'dbms.security.auth_enabled');
  const addresses = settings.filter(({ name }) => /\b(?:default_)?listen_address$/.test(name));
  // Without an address it answers its own machine only.
  const isReached = addresses.some(({ value }) => !isLoopback(value.replace(/:\d*$/, '') || 'localhost'));
  if (off?.value !== 'false' || !isReached) return [];
  const message = 'Whoever reaches the port reads and changes all data';
  return [{ rule: 'neo4j-without-login', line: off.line, message }];
}

/** The user `guest` with the password `guest` may come from its own machine only, unless this is turned off. */
export function faultsOfRabbit(text: string): Problem[] {
  const settings = settingsOf(text, { ...BY_SIGN, comment: /^#/ });
  const allowed = settings.find(({ name, value }) =>
    name === 'loopback_users' ? value === 'none' : name === 'loopback_users.guest' && value === 'false',
  );
  const password = lastOf(settings, 'default_pass')?.value ?? 'guest';
  const user = lastOf(settings, 'default_user')?.value ?? 'guest';
  if (allowed === undefined || password !== 'guest' || user !== 'guest') return [];
  const message = 'Whoever reaches the broker is its administrator, by the name and password guest';
  return [{ rule: 'rabbitmq-guest-from-everywhere', line: allowed.line, message }];
}
