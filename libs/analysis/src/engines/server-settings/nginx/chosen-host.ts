import type { Problem } from '../../kit/per-file';
import { type Level, around, expressionOf, has, named } from './levels';

const ADDRESS = /^(?:https?|grpcs?|\$\{?scheme\}?):\/\/(.*)$/s;
/** A parameter or a header that is the whole address. */
const WHOLE_ADDRESS = /^\$\{?(?:arg|cookie|http)_\w+\}?$/;
/** A variable at the beginning of a text, and what stands behind it. */
const VARIABLE = /^\$(?:\{(\w+)\}|(\w+))(.*)$/s;
/** The parts of a request that its visitor writes. */
const OF_REQUEST = /^(?:arg_\w+|cookie_\w+|http_(?!host$)\w+|args|query_string|request_uri|uri|document_uri)$/;
const MOST_STEPS = 20;
const LONGEST_EXPRESSION = 150;

/** The names and numbers of the groups of an expression that take a whole host, with dots. */
function groupsWithHosts(expression: string): Set<string> {
  const found = new Set<string>();
  let number = 0;
  for (const match of expression.matchAll(/\\.|\((?:\?P?<(\w+)>|(\?))?([^()]*)/g)) {
    if (match[0].startsWith('\\') || match[2] !== undefined) continue;
    number += 1;
    if (!takesDots(match[3] ?? '')) continue;
    found.add(String(number));
    if (match[1] !== undefined) found.add(match[1]);
  }
  return found;
}

/** Whether a part of an expression takes a dot, repeated: `.*`, `[^/]+`, `[\w.-]+`, `\S+`. */
const takesDots = (part: string): boolean =>
  /(?:(?<!\\)\.|\\S|\[\^(?:\\.|[^\].\\])*\]|\[(?!\^)(?:\\.|[^\]\\])*\.(?:\\.|[^\]\\])*\])[*+]/.test(part);

const groups = new WeakMap<Level, ReadonlySet<string>>();

/** The groups that take hosts, of the expressions that stand in a level or choose it. */
function groupsOf(level: Level): ReadonlySet<string> {
  const known = groups.get(level);
  if (known) return known;
  const expressions = [
    level.directive?.name === 'location' ? (expressionOf(level.directive) ?? '') : '',
    ...named(level, 'rewrite').map(({ args: [expression = ''] }) => expression),
  ];
  const short = expressions.filter(({ length }) => length <= LONGEST_EXPRESSION);
  const found = new Set(short.flatMap((each) => [...groupsWithHosts(each)]));
  groups.set(level, found);
  return found;
}

const MOST_VALUES = 20;
const values = new WeakMap<Level, ReadonlyMap<string, readonly string[]>>();

/** The values to which a level sets its variables, by their names. */
function valuesIn(level: Level): ReadonlyMap<string, readonly string[]> {
  const known = values.get(level);
  if (known) return known;
  const found = new Map<string, string[]>();
  for (const { args } of named(level, 'set')) {
    const [name = '', value = ''] = args;
    const others = found.get(name);
    if (others === undefined) found.set(name, [value]);
    else if (others.length < MOST_VALUES) others.push(value);
  }
  values.set(level, found);
  return found;
}

/** All values that a variable is set to where the level is. */
const settingsOf = (level: Level, variable: string): string[] =>
  around(level).flatMap((each) => valuesIn(each).get(`$${variable}`) ?? []);

/** The variable of the request that decides the host at the beginning of a text. */
function chosenBy(level: Level, host: string): string | undefined {
  const texts = [host];
  const levels = around(level);
  for (let step = 0; step < Math.min(texts.length, MOST_STEPS); step += 1) {
    const [, braced, plain, behind = ''] = VARIABLE.exec(texts[step]!) ?? [];
    const variable = braced ?? plain;
    // A text behind the name ends it: `$1.svc.cluster.local` is one host of many that are known.
    if (variable === undefined || !/^(?:$|[:/$?])/.test(behind)) continue;
    const settings = settingsOf(level, variable);
    texts.push(...settings.filter((each) => !texts.includes(each)));
    if (settings.length > 0) continue;
    if (OF_REQUEST.test(variable) || levels.some((each) => groupsOf(each).has(variable))) return `$${variable}`;
  }
  return undefined;
}

const GUARDS = ['internal', 'secure_link', 'auth_request', 'auth_basic', 'allow', 'deny', 'auth_jwt'] as const;

/** The server asks whatever host its visitor names. */
export function proxyToChosenHost(level: Level): Problem[] {
  if (around(level).some((each) => has(each, ...GUARDS))) return [];
  return [...named(level, 'proxy_pass'), ...named(level, 'grpc_pass')].flatMap(
    ({ args: [address = ''], line }): Problem[] => {
      const whole = settingsBehind(level, address);
      const host = ADDRESS.exec(whole)?.[1] ?? (WHOLE_ADDRESS.test(whole) ? whole : undefined);
      const by = host === undefined ? undefined : chosenBy(level, host);
      if (by === undefined) return [];
      return [{ rule: 'proxy-to-chosen-host', line, message: `${by} of the request decides which host is asked` }];
    },
  );
}

/** An address that is one variable is what that was set to. */
function settingsBehind(level: Level, address: string): string {
  const [, variable] = /^\$\{?(\w+)\}?$/.exec(address) ?? [];
  return (variable === undefined ? undefined : settingsOf(level, variable)[0]) ?? address;
}
