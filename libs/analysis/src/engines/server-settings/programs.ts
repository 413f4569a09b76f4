import type { Problem } from '../kit/per-file';
import { at, parseYaml, textOf, valueOf } from '../kit/yaml-tree';
import { BY_SIGN, BY_SPACE, type Setting, lastOf, settingsOf } from './lines';

const CONSOLE = 'Everybody who reaches the port sees the dashboard and the API, with all settings';

/** @throws Unreadable for a file that is neither YAML nor TOML */
export function faultsOfTraefik(text: string): Problem[] {
  if (/^\s*\[/m.test(text)) {
    const insecure = settingsOf(text, BY_SIGN).find(({ section, name }) => section === 'api' && name === 'insecure');
    return insecure?.value === 'true' ? [{ rule: 'console-without-login', line: insecure.line, message: CONSOLE }] : [];
  }
  return parseYaml(text).flatMap((tree): Problem[] => {
    const insecure = at(tree, tree.root, 'api', 'insecure');
    return valueOf(insecure) === true
      ? [{ rule: 'console-without-login', line: tree.lineOf(insecure), message: CONSOLE }]
      : [];
  });
}

/** Of equal keywords, the first one holds. The lines behind `Match` are for some only. */
export function faultsOfSsh(text: string): Problem[] {
  const settings = settingsOf(text, { ...BY_SPACE, between: /\s*=\s*|\s+/ });
  const end = settings.findIndex(({ name }) => name === 'match');
  const common = end === -1 ? settings : settings.slice(0, end);
  const first = (name: string): Setting | undefined => common.find((each) => each.name === name);
  const empty = settings.find(({ name, value }) => name === 'permitemptypasswords' && /^yes$/i.test(value));
  const root = first('permitrootlogin');
  const asksForKeys =
    /^no$/i.test(first('passwordauthentication')?.value ?? '') ||
    /^publickey\b/i.test(first('authenticationmethods')?.value ?? '');
  const found: Problem[] = [];
  if (root && /^yes$/i.test(root.value) && !asksForKeys)
    found.push({
      rule: 'root-by-password',
      line: root.line,
      message: 'A password alone logs root in over the network',
    });
  if (empty)
    found.push({ rule: 'empty-password-allowed', line: empty.line, message: 'An account without a password is open' });
  return found;
}

const ON = /^(?:on|1|true|yes)$/i;

/** Settings of php.ini, and those that a pool of FPM or Apache sets: `php_flag[display_errors] = on`. */
export function faultsOfPhp(text: string): Problem[] {
  const settings = settingsOf(text, BY_SIGN).map((each) => ({
    ...each,
    name: each.name.replace(/^php_(?:admin_)?(?:flag|value)\[(\w+)\]$/, '$1'),
  }));
  return ['display_errors', 'allow_url_include'].flatMap((name): Problem[] => {
    const setting = lastOf(settings, name);
    return setting && ON.test(setting.value) ? [ofPhp(name, setting.line)] : [];
  });
}

const ofPhp = (name: string, line: number): Problem =>
  name === 'display_errors'
    ? { rule: 'errors-shown', line, message: 'Visitors see errors with paths, queries and values' }
    : { rule: 'code-from-addresses', line, message: 'include and require run code that another server sends' };

const OLD = /^(?:all|\+?(?:SSLv[23]|TLSv1(?:\.1)?))$/i;

/** Of Apache: versions of TLS, proxies for everybody, and settings of PHP. */
export function faultsOfApache(text: string): Problem[] {
  let guarded: boolean | undefined;
  return text.split(/\r?\n/).flatMap((line, index): Problem[] => {
    const [name = '', ...words] = line.trim().split(/\s+/);
    const at = { line: index + 1 };
    switch (name.toLowerCase()) {
      case 'sslprotocol': {
        const old = oldVersions(words);
        if (old.length === 0) return [];
        const isMild = !old.some((each) => each.startsWith('SSL'));
        return [
          {
            rule: 'old-tls-version',
            ...at,
            message: `${old.join(', ')} may be used`,
            ...(isMild && { severity: 'low' }),
          },
        ];
      }
      case 'php_flag':
      case 'php_value':
      case 'php_admin_flag':
      case 'php_admin_value':
        return /^(?:display_errors|allow_url_include)$/i.test(words[0] ?? '') && ON.test(words[1] ?? '')
          ? [ofPhp(words[0]!.toLowerCase(), at.line)]
          : [];
      case 'proxyrequests':
        return /^on$/i.test(words[0] ?? '') && !(guarded ??= isGuarded(text))
          ? [{ rule: 'open-proxy', ...at, message: 'Everybody may reach other hosts through this server' }]
          : [];
      default:
        return [];
    }
  });
}

/** The versions that `SSLProtocol all -SSLv3` leaves. SSLv2 is no part of `all` any more. */
function oldVersions(words: readonly string[]): string[] {
  const on = new Set<string>();
  for (const word of words) {
    const names = /all$/i.test(word) ? ['TLSv1', 'TLSv1.1'] : [word.replace(/^[+-]/, '')];
    for (const name of names) {
      if (word.startsWith('-')) on.delete(name.toLowerCase());
      else if (OLD.test(name)) on.add(name.toLowerCase());
    }
  }
  return [...on].filter((each) => each !== 'all').map((each) => each.replace('sslv', 'SSLv').replace('tlsv', 'TLSv'));
}

/** Whether a section of proxies asks who it is. */
const isGuarded = (text: string): boolean =>
  /<Proxy(?:Match)?\s[\s\S]{0,2000}?(?:Require\s+(?!all\s+granted)|Deny\s+from\s+all|AuthType)/i.test(text);

/** A Squid that everybody may use. Of its rules, the first that fits holds. */
export function faultsOfSquid(text: string): Problem[] {
  const rules = settingsOf(text, BY_SPACE).filter(({ name }) => name === 'http_access');
  const decisive = rules.find(({ value }) => /^(?:allow|deny)\s+all$/.test(value));
  return decisive?.value.startsWith('allow')
    ? [{ rule: 'open-proxy', line: decisive.line, message: 'Everybody may reach other hosts through this server' }]
    : [];
}

/** The API of Docker on the network, without certificates. */
export function faultsOfDocker(text: string): Problem[] {
  return parseYaml(text).flatMap((tree): Problem[] => {
    const hosts = at(tree, tree.root, 'hosts');
    const open = (JSON.stringify(hosts ?? '').match(/tcp:\/\/(?!127\.|localhost|\[::1\])[^"]+/) ?? [])[0];
    if (open === undefined || valueOf(at(tree, tree.root, 'tlsverify')) === true) return [];
    const message = `${textOf(at(tree, tree.root, 'hosts')) ?? open} makes whoever reaches it root on this machine`;
    return [{ rule: 'docker-without-login', line: tree.lineOf(hosts), message }];
  });
}

/** A Grafana in which everybody is an editor or the administrator. */
export function faultsOfGrafana(text: string): Problem[] {
  const settings = settingsOf(text, BY_SIGN).filter(({ section }) => section === 'auth.anonymous');
  const role = lastOf(settings, 'org_role');
  if (!ON.test(lastOf(settings, 'enabled')?.value ?? '') || !/^(?:Admin|Editor)$/.test(role?.value ?? '')) return [];
  const message = `Everybody who reaches the port is ${role!.value} of Grafana`;
  return [{ rule: 'console-without-login', line: role!.line, message }];
}
