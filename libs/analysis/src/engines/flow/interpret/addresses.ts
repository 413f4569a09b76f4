import { bitOf } from '../rules';
import type { Expression } from '../ir';
import { accessKey } from './access-key';
import { allTaints } from './contents';
import type { Run } from './run';
import { HOLE } from './values';

type Call = Extract<Expression, { kind: 'call' }>;

/** Marks a place as safe from weaknesses. */
export type Protect = (place: Expression, mask: number) => void;

const REDIRECT = bitOf('open-redirect');
const ELSEWHERE = REDIRECT | bitOf('request-forgery') | bitOf('webview-address');
const PATH = bitOf('path-traversal');

const HOST =
  /^(?:get|get_)?(?:host|hostname|host_name|netloc|authority|origin|dnssafehost|idnhost|hostwithport|host_with_port)$/i;
const HOST_OF_ADDRESS =
  /(?:\bURL|url\.parse|parseUrl|urlparse|urlsplit|parse_url)(?:\(\))?\.(?:host|hostname|netloc|origin|authority)$/i;
const RESOLVED = new RegExp(
  `^(?:${[
    '(?:get)?[cC]anonical(?:Path|File)|(?:get)?[aA]bsolute(?:Path|File)|(?:get)?[pP]arent(?:File|Path)?',
    'to(?:Absolute|Real)?Path|toFile|realpath|resolve|normalize|path|parents',
  ].join('|')})$`,
);
const RELATIVE = /(?:^|\.)(?:Rel|relative|relpath|GetRelativePath|relativize|relative_path_from)\(\)$/;
const COMMON = /^(?:commonpath|commonprefix)$/;

/**
 * Applies what is known about a part to the whole: the host of an address says where it leads, the resolved form of a
 * path where it lies.
 */
export function protectWhole(run: Run, part: Expression, mask: number, protect: Protect): void {
  // `const { hostname } = new URL(address)`
  if (part.kind === 'variable' && (mask & ELSEWHERE) === ELSEWHERE) {
    const { paths, taints } = run.evaluate(part);
    if (paths.some((path) => HOST_OF_ADDRESS.test(path)))
      for (const { source } of taints) run.state.guardSource(source, ELSEWHERE);
  }
  const written = run.written.of(part);
  protectResolved(written, mask, protect);
  const { whole, name } = wholeOf(written) ?? {};
  if (whole === undefined || name === undefined) return;
  if (HOST.test(name) && (mask & ELSEWHERE) === ELSEWHERE) {
    protect(whole, ELSEWHERE);
    protectSources(run, whole, ELSEWHERE);
  }
  // `new URL(request.query.to).host`: the address is read again where it is used.
  const made = run.written.of(whole);
  if (HOST.test(name) && (mask & ELSEWHERE) === ELSEWHERE && made.kind === 'call') protectArguments(made, protect);
  if (RESOLVED.test(name) && (mask & PATH) !== 0 && accessKey(whole) !== undefined) protect(whole, PATH);
}

/** `urlparse(address)`, `urlparse(urljoin(root, address))`: the parsed address is the one that is requested. */
function protectArguments({ args }: Call, protect: Protect, depth = 1): void {
  for (const { value } of args)
    if (accessKey(value) !== undefined) protect(value, ELSEWHERE);
    else if (value.kind === 'call' && depth > 0) protectArguments(value, protect, depth - 1);
}

/** `urlparse(address).netloc == urlparse(request.host_url).netloc`: the host is that of the request. */
export function refineSameHost(run: Run, one: Expression, other: Expression, protect: Protect): void {
  const parts = [one, other].map((each) => wholeOf(run.written.of(each)));
  if (parts.some((part) => part === undefined || !HOST.test(part.name))) return;
  for (const each of [one, other]) protectWhole(run, each, ELSEWHERE, protect);
}

/** `os.path.realpath(path)`, `path.resolve(root, name)`: a check of the resolved path also holds for its parts. */
function protectResolved(part: Expression, mask: number, protect: Protect): void {
  if (part.kind !== 'call' || (mask & PATH) === 0) return;
  const { callee } = part;
  const name = callee.kind === 'field' ? callee.name : callee.kind === 'import' ? lastName(callee) : '';
  if (!/^(?:realpath|abspath|normpath|resolve|normalize|realpathSync|Clean|Abs|EvalSymlinks)$/.test(name)) return;
  for (const { value } of part.args) if (accessKey(value) !== undefined) protect(value, PATH);
}

const lastName = ({ module, name }: { readonly module: string; readonly name?: string }): string =>
  (name ?? module).split(/[ |.]/).at(-1)!;

function wholeOf(part: Expression): { readonly whole: Expression; readonly name: string } | undefined {
  if (part.kind === 'field') return { whole: part.object, name: part.name };
  if (part.kind !== 'call') return undefined;
  const [first, second] = part.args;
  if (part.callee.kind === 'field' && first === undefined) return { whole: part.callee.object, name: part.callee.name };
  // parse_url($url, PHP_URL_HOST)
  const isHost = second?.value.kind === 'global' && second.value.name === 'PHP_URL_HOST';
  return first && isHost ? { whole: first.value, name: 'host' } : undefined;
}

/** Marks all inputs of a value as safe: `parsed` was made of the `url` that is requested later. */
function protectSources(run: Run, whole: Expression, mask: number): void {
  for (const { source } of allTaints(run, run.evaluate(whole))) run.state.guardSource(source, mask);
}

/** Calls that leave each `..` where it is. */
const JOINS: ReadonlySet<string> = new Set(['os.path.join', 'Path.resolve', 'Paths.get', 'Path.of', 'File']);

/**
 * Whether a text begins with a prefix only because it was joined to it, wherever the rest leads: `..` is still in it.
 */
export function isJoinedTo(run: Run, text: Expression, prefix: Expression): boolean {
  const written = run.written.of(text);
  // The functions of other languages leave no `..` in it.
  if (written.kind === 'call') return run.evaluate(written.callee).paths.some((path) => JOINS.has(path));
  const whole = run.evaluate(text).text;
  const { constant } = run.evaluate(prefix);
  return typeof constant === 'string' && whole?.includes(HOLE) === true && whole.startsWith(constant);
}

/** `path.startsWith('/')`, and not `path.startsWith('//')`: a path of the own site. `!relative.startsWith('..')` */
export function refineBeginning(
  run: Run,
  text: Expression,
  prefix: Expression | undefined,
  isTrue: boolean,
  protect: Protect,
): void {
  const beginning = prefix && run.evaluate(prefix).constant;
  const key = accessKey(text);
  if (typeof beginning !== 'string') return;
  if (!isTrue && beginning.startsWith('..')) {
    if (run.evaluate(text).paths.some((path) => RELATIVE.test(path))) protectSources(run, text, PATH);
    return;
  }
  if (key === undefined || !/^\/[/\\]?$/.test(beginning) || isTrue !== (beginning === '/')) return;
  beginsWithSlash(run, text, key, isTrue, protect);
}

/** @param isFirst true: there is a slash; false: there is no second one */
function beginsWithSlash(run: Run, text: Expression, key: string, isFirst: boolean, protect: Protect): void {
  const [one, other] = isFirst ? ['slash', 'no slashes'] : ['no slashes', 'slash'];
  run.state.setGuard(`${one} ${key}`, REDIRECT);
  if (run.state.guard(`${other} ${key}`) !== 0) protect(text, REDIRECT);
}

/** `path[0] === '/'`, `path.charAt(1) !== '/'` */
export function refineCharacter(
  run: Run,
  character: Expression,
  other: Expression,
  isEqual: boolean,
  protect: Protect,
): void {
  const { text, place } = characterOf(character) ?? {};
  const key = text && accessKey(text);
  if (key === undefined || place?.kind !== 'literal' || other.kind !== 'literal' || other.value !== '/') return;
  if (place.value === (isEqual ? 0 : 1)) beginsWithSlash(run, text!, key, isEqual, protect);
}

function characterOf(character: Expression): { readonly text: Expression; readonly place: Expression } | undefined {
  if (character.kind === 'index') return { text: character.object, place: character.key };
  if (character.kind !== 'call' || character.callee.kind !== 'field' || !/^(?:charAt|at)$/.test(character.callee.name))
    return undefined;
  const [place] = character.args;
  return place && { text: character.callee.object, place: place.value };
}

/** `host.endsWith('.example.org')` */
export function refineEnding(run: Run, text: Expression, ending: Expression | undefined, protect: Protect): void {
  const constant = ending && run.evaluate(ending).constant;
  if (typeof constant === 'string' && /^\.[\w-]+\.\w/.test(constant)) protectWhole(run, text, ELSEWHERE, protect);
}

/** `os.path.commonpath([root, path]) == root`, `path.relative_to(root)`, `root in path.parents` */
export function refineCommon(run: Run, { callee, args }: Call, protect: Protect): void {
  const name = callee.kind === 'field' ? callee.name : callee.kind === 'import' ? (callee.name ?? '') : '';
  const [list] = args;
  if (!COMMON.test(name) || list?.value.kind !== 'list') return;
  for (const { value } of list.value.items) {
    protect(value, PATH);
    if (value.kind !== 'literal') protectSources(run, value, PATH);
  }
}

/**
 * The weaknesses that a pattern anchored only at the beginning rules out: a path of the own site, an address of one
 * host.
 */
export function maskOfBeginning(pattern: string | undefined): number {
  if (pattern === undefined) return 0;
  if (/^(?:\^|\\A)\\?\/(?:\(\?!\[?\\?\/|\[(?!\^)[^\]/]*\][^?*]|\w)/.test(pattern)) return REDIRECT;
  return /^(?:\^|\\A)https:\\?\/\\?\/(?:\w|-|\\\.)+(?:\\?\/|\$)/.test(pattern) ? ELSEWHERE : 0;
}
