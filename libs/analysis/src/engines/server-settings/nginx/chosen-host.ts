import type { Problem } from '../../kit/per-file';
import type { Directive } from './directives';
import { type Level, around, expressionOf, has } from './levels';

const ADDRESS = /^(?:https?|grpcs?|\$\{?scheme\}?):\/\/(.*)$/s;
/** A parameter or a header that is the whole address. */
const WHOLE_ADDRESS = /^\$\{?(?:arg|cookie|http)_\w+\}?$/;
/** A variable at the beginning of a text, and what stands behind it. */
const VARIABLE = /^\$(?:\{(\w+)\}|(\w+))(.*)$/s;
/** The parts of a request that its visitor writes. */
const OF_REQUEST = /^(?:arg_\w+|cookie_\w+|http_(?!host$)\w+|args|query_string|request_uri|uri|document_uri)$/;
const MOST_STEPS = 20;

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

/** The groups of expressions that a level and those around it match, and that take hosts. */
function groupsAround(level: Level): Set<string> {
  const expressions = around(level).flatMap(({ directive, own }) => [
    directive?.name === 'location' ? (expressionOf(directive) ?? '') : '',
    ...own.map(({ name, args: [expression = ''] }) => (name === 'rewrite' ? expression : '')),
  ]);
  return new Set(expressions.flatMap((each) => [...groupsWithHosts(each)]));
}

/** All values that a variable is set to where the level is. */
const settingsOf = (level: Level, variable: string): string[] =>
  around(level).flatMap(({ own }) =>
    own.flatMap(({ name, args }) => (name === 'set' && args[0] === `$${variable}` ? [args[1] ?? ''] : [])),
  );

/** The variable of the request that decides the host at the beginning of a text. */
function chosenBy(level: Level, text: string, groups: ReadonlySet<string>, steps = MOST_STEPS): string | undefined {
  const [, braced, plain, behind = ''] = VARIABLE.exec(text) ?? [];
  const variable = braced ?? plain;
  // A text behind the name ends it: `$1.svc.cluster.local` is one host of many that are known.
  if (variable === undefined || steps === 0 || !/^(?:$|[:/$?])/.test(behind)) return undefined;
  const settings = settingsOf(level, variable);
  if (settings.length > 0)
    return settings.map((each) => chosenBy(level, each, groups, steps - 1)).find((each) => each !== undefined);
  return OF_REQUEST.test(variable) || groups.has(variable) ? `$${variable}` : undefined;
}

const passes = ({ name }: Directive): boolean => name === 'proxy_pass' || name === 'grpc_pass';
const GUARDS = ['internal', 'secure_link', 'auth_request', 'auth_basic', 'allow', 'deny', 'auth_jwt'] as const;

/** The server asks whatever host its visitor names. */
export function proxyToChosenHost(level: Level): Problem[] {
  if (around(level).some((each) => has(each, ...GUARDS))) return [];
  return level.own.filter(passes).flatMap(({ args: [address = ''], line }): Problem[] => {
    const whole = settingsBehind(level, address);
    const host = ADDRESS.exec(whole)?.[1] ?? (WHOLE_ADDRESS.test(whole) ? whole : undefined);
    const by = host === undefined ? undefined : chosenBy(level, host, groupsAround(level));
    if (by === undefined) return [];
    return [{ rule: 'proxy-to-chosen-host', line, message: `${by} of the request decides which host is asked` }];
  });
}

/** An address that is one variable is what that was set to. */
function settingsBehind(level: Level, address: string): string {
  const [, variable] = /^\$\{?(\w+)\}?$/.exec(address) ?? [];
  return (variable === undefined ? undefined : settingsOf(level, variable)[0]) ?? address;
}
