import type { FlowWeakness } from '../../catalogue/flow/rows';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { someLineWithin } from '../kit/lines-of-file';
import { withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import type { Step } from './interpret/values';
import { columnOf, lineOf } from './ir';

type LinesOf = (file: string) => readonly string[];

/** Weaknesses where a question that decides leaves nothing to find: one that is left is for a reader to judge. */
const ASKED_ABOUT: ReadonlySet<string> = new Set<FlowWeakness>([
  'sql-injection',
  'nosql-injection',
  'command-injection',
  'code-injection',
  'ldap-injection',
  'xpath-injection',
  'path-traversal',
  'request-forgery',
]);

/** Reasons on the way of an input, in all of its files, why a finding of it is worth a look only. */
export function reservationsOnTheWay(flow: Flow, steps: readonly Step[], linesOf: LinesOf): string[] {
  const { weakness } = flow;
  return [
    ...((ASKED_ABOUT.has(weakness) && isAskedAbout(flow, steps, linesOf)) ||
    // The test by the slow expression is what asks.
    (weakness !== 'slow-pattern' && isReadAskedAbout(steps[0]!, linesOf))
      ? ['the lines on the way ask what it is']
      : []),
    ...(isGivenByService(steps, linesOf) ? ['what a service gives for it need not hold it'] : []),
    ...(flow.reservation === undefined ? [] : [flow.reservation]),
    ...(weakness === 'sql-injection' && isAfterOutside(steps[0]!, linesOf)
      ? ['a script outside of the target runs first, and may escape what is sent']
      : []),
    ...(weakness === 'request-forgery' && isOwnHost(steps[0]!, linesOf) ? ['clients name the own server so'] : []),
    ...(isSetAgain(steps, flow, linesOf) ? ['a script that runs in between may set the variable'] : []),
  ];
}

/** `'https://' . $_SERVER['HTTP_HOST']`: a program that asks itself takes the host from the request. */
const isOwnHost = ({ file, at }: Step, linesOf: LinesOf): boolean =>
  OWN_HOST.test((linesOf(file)[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1, columnOf(at) + MAX_COLUMNS));
const OWN_HOST = new RegExp(
  String.raw`^(?:\$_SERVER\[['"](?:HTTP_HOST|SERVER_NAME)\b|` +
    String.raw`\w+\.(?:headers(?:\.host\b|\[['"][Hh]ost['"])|host(?:name)?\b|Host\b|get_host\(|getServerName\())`,
);

/** `extract($_GET); require $settings;`: scripts whose names are not known set variables, most often settings. */
function isSetAgain([source, ...others]: readonly Step[], flow: Flow, linesOf: LinesOf): boolean {
  const { file, at } = source!;
  const row = lineOf(at);
  if (!file.endsWith('.php') || !/\bextract\s*\(/.test(linesOf(file)[row - 1] ?? '')) return false;
  const used = [...others, flow].find((step) => step.file !== file || lineOf(step.at) !== row);
  return used?.file === file && someLineWithin(linesOf(file), RUNS_UNKNOWN, row, lineOf(used.at) - 1);
}
const RUNS_UNKNOWN = /^\s*@?(?:include|require)(?:_once)?\b\s*\(?\s*\$/;

/** A part of the way within one file: the lines that the input passes there, and the names that hold it. */
interface Stretch {
  readonly code: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** More lines than these between two steps of a file are no longer one piece of code. */
const MAX_LINES = 150;
/** A question about what is read may stand this many lines above the read. */
const LINES_ABOVE = 6;
/** A call that checks it, by its name, stands at most as far above, in the same function. */
const MAX_LINES_ABOVE = 60;
/** The head of a function: what stands above belongs to another one. */
export const HEAD = new RegExp(
  String.raw`^\s*(?:(?:export|async|static|public|private|protected|internal|final|override|suspend)\s+)*` +
    String.raw`(?:(?:function|def|func|fun)\b|(?<=\b(?:public|private|protected|internal)\s+)[^=;]*\()`,
);
/** Text further to the right was not written by hand. */
const MAX_COLUMNS = 400;

const NOTHING = '(?:null|NULL|nil|None|undefined)';
/** Whatever stands before the name among the arguments of a call. What is asked of its digest says nothing about it. */
const ARGUMENTS =
  String.raw`(?:[^()'"]|'[^']*'|"[^"]*")*` +
  String.raw`(?:\b(?:\w*(?:trim|lower|upper|strip)\w*|str|strval|String)\([^()]*)?`;

/** Functions and methods that say whether a text has a form: it stands anywhere among their arguments. */
const FORM = String.raw`(?:preg_match|isNumeric\w*|fullmatch|match(?:es)?\??|is_?match|MatchString|TryParse|test)`;
/** Functions and methods that say what their first argument is, or whether it is one of several. */
const KIND =
  String.raw`(?:ctype_\w+|is_numeric|isNaN|is_?integer|isinstance|in_array|array_key_exists|array_search|` +
  String.raw`includes?\??|contains(?:Key)?|has(?:Key)?)`;
/** Functions and methods that check their argument, by their names. */
const CHECKING = String.raw`\w*(?:valid|check|verif|assert|ensure|sanit|allow|permit|clean|csrf)\w*[!?]?`;

/** The forms in which code asks what a name holds. */
const questionAbout = (name: string): RegExp => {
  const word = String.raw`(?<![\w.>])[$@]{0,2}${name}(?!\w)`;
  const bare = String.raw`${name}(?![\w.([]|->)`;
  return new RegExp(
    String.raw`\b(?:if|elif|elsif|elseif|when|unless)\b.*(?:` +
      String.raw`(?<=[\w'"\])])(?<!\b${NOTHING})\s*={2,3}\s*[$@]{0,2}${bare}|` +
      String.raw`(?<![\w.>])[$@]{0,2}${name}\s*={2,3}(?!=|\s*(?:${NOTHING}|''|"")))|` +
      String.raw`\b(?:if|elseif)\b.*\b(?:int|float)val\(\s*[$]?${bare}\)?\s*\)?\s*!==?|` +
      String.raw`\b${KIND}\s?\(\s*(?:\w+\(\s*)?${word}|(?<!\bfor\s+)${word}\s+(?:not\s+)?in\s+[\w(\[{]|` +
      String.raw`${word}(?:\.|->|\?\.)(?:match(?:es)?\??|isdigit|isnumeric|isalnum)\(|${word}\s*[=!]~|` +
      String.raw`\b(?:${FORM}|${CHECKING})\s?\(${ARGUMENTS}${word}`,
    'i',
  );
};

/** An expression that reads a place: `req.query.name`, `$_GET['name']`, `params[:name]`. */
const READ = /^[$@]?[\w.>?!:-]*(?:\[\s*['":]?\w+['"]?\s*\]|\((?:"\w+"|'\w+')\)|\.\w+)/;
const NAMED = /^stored in [$@]{0,2}([\p{L}_]\w*)$/u;

/** Functions and methods that say where a path leads. */
const PLACES =
  String.raw`(?:(?:str_?)?starts?_?with\??|HasPrefix|strpos|str_contains|indexOf|real_?path|toRealPath|` +
  String.raw`commonp(?:ath|refix)|(?:is_)?relative_?to)`;

/** The forms in which code asks where a path leads. */
const placeOfPath = (name: string): RegExp => {
  const word = String.raw`(?<![\w.>])[$@]{0,2}${name}(?!\w)`;
  return new RegExp(String.raw`\b${PLACES}\s?\(${ARGUMENTS}${word}|${word}(?:\.|->|\?\.)${PLACES}\(`, 'i');
};

/**
 * Whether a line on the way of an input asks about it: a comparison, a list, a pattern, or a call that checks it by its
 * name. Where the interpreter knows that such a line decides, it finds nothing; else a reader has to tell.
 */
const isAskedAbout = (flow: Flow, steps: readonly Step[], linesOf: LinesOf): boolean =>
  stretchesOf(flow, steps, linesOf).some(({ code, names }) => {
    const forms = [...names].map((name) => questionAbout(escapedForRegex(name)));
    if (flow.weakness === 'path-traversal') forms.push(...[...names].map((name) => placeOfPath(escapedForRegex(name))));
    return code.some((line) => forms.some((form) => form.test(line)));
  });

/**
 * Whether the lines up to a read ask about what is read: `isset($_GET['a']) && preg_match('/^[a-z]$/', $_GET['a'])`,
 * `foreach ($list[$_GET['a']] as $each)`.
 */
function isReadAskedAbout({ file, at }: Step, linesOf: LinesOf): boolean {
  const row = lineOf(at);
  const lines = linesOf(file).slice(Math.max(0, row - 1 - MAX_LINES_ABOVE), row);
  const read = READ.exec((lines.at(-1) ?? '').slice(columnOf(at) - 1, MAX_COLUMNS))?.[0];
  if (read === undefined) return false;
  const given = String.raw`\s?\(${ARGUMENTS}(?<![\w.>])${escapedForRegex(read)}(?!\w)`;
  const form = new RegExp(
    String.raw`\b(?:${FORM}|${CHECKING}|${KIND})${given}` +
      String.raw`|\b(?:if|elseif|foreach|isset)\b.*[\w\]]\[\s*${escapedForRegex(read)}\s*\]`,
    'i',
  );
  const check = new RegExp(String.raw`\b${CHECKING}${given}`, 'i');
  const code = withoutComments(lines);
  const head = code.findLastIndex((line, index) => index < code.length - 1 && HEAD.test(line.slice(0, MAX_COLUMNS)));
  return code.some((line, index) => {
    const isNear = index >= code.length - 1 - LINES_ABOVE;
    return (isNear || index > head) && (isNear ? form : check).test(line.slice(0, MAX_COLUMNS));
  });
}

function stretchesOf({ file, at }: Flow, steps: readonly Step[], linesOf: LinesOf): Stretch[] {
  const places = [...steps, { file, at, note: '' }];
  const stretches: Stretch[] = [];
  for (let from = 0, to = 0; from < places.length; from = to) {
    while (to < places.length && places[to]!.file === places[from]!.file) to += 1;
    const passed = places.slice(from, to);
    const rows = passed.map((place) => lineOf(place.at));
    const [first, last] = [Math.min(...rows), Math.max(...rows)];
    const lines = linesOf(places[from]!.file);
    const names = new Set(passed.flatMap((place) => nameThatHolds(place, lines) ?? []));
    if (names.size === 0 || last - first > MAX_LINES) continue;
    const code = withoutComments(lines.slice(first, last - 1)).map((line) => line.slice(0, MAX_COLUMNS));
    stretches.push({ code, names });
  }
  return stretches;
}

/** The variable that a step puts the input into: `text`, or `builder` for `builder.append(text)`. */
function nameThatHolds({ note, at }: Pick<Step, 'note' | 'at'>, lines: readonly string[]): string | undefined {
  if (note !== 'put into a collection') return NAMED.exec(note)?.[1];
  return FILLED.exec((lines[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1, MAX_COLUMNS))?.[1];
}
const FILLED = /^[$@]?([\p{L}_]\w*)(?:\??\.|->)\w+\(/u;

/** `userService.`, `$this->repository->`: objects that fetch what a database or another program has. */
const SERVICE = String.raw`\b\w+(?:service|repository|dao|facade|finder)s?(?:\(\))?\s*(?:\??\.|->|::)\s*\w+\(`;
const GIVEN_BY_SERVICE = new RegExp(String.raw`=\s*(?:await\s+)?(?:[\w$]+(?:\.|->))*${SERVICE}`, 'i');
/** A statement has at most this many lines. */
const LINES_OF_STATEMENT = 3;

/** Whether a step stores what a method of another object returns, of which the interpreter knows nothing. */
function isGivenByService(steps: readonly Step[], linesOf: LinesOf): boolean {
  if (steps.some(({ note }) => note.startsWith('returned by '))) return false;
  return steps.some(({ note, file, at }) => {
    if (!NAMED.test(note)) return false;
    const row = lineOf(at);
    const statement = linesOf(file)
      .slice(row - 1, row - 1 + LINES_OF_STATEMENT)
      .join(' ')
      .slice(0, MAX_COLUMNS);
    return GIVEN_BY_SERVICE.test(statement.split(';', 1)[0]!);
  });
}

const abovePatterns = new Map<number, RegExp>();

/** Code that includes a file of a folder as far above as that, or further. */
function includesAbove(folders: number): RegExp {
  const known = abovePatterns.get(folders);
  if (known !== undefined) return known;
  const made = new RegExp(String.raw`\b(?:include|require)(?:_once)?\s*\(?\s*['"](?:\.\.\/){${folders},}`);
  abovePatterns.set(folders, made);
  return made;
}

/** Whether a file of PHP includes one from above the target: a plug-in runs what its host has there. */
const isAfterOutside = ({ file, at }: Step, linesOf: LinesOf): boolean =>
  file.endsWith('.php') && someLineWithin(linesOf(file), includesAbove(file.split('/').length), 0, lineOf(at));
