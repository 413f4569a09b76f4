import { PREDICTABLE } from '../../catalogue/flow/rows';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { someLine } from '../kit/lines-of-file';
import { withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import { HANDED_ON, HOLE, type Step } from './interpret/values';
import { columnOf, lineOf } from './ir';

interface Way {
  readonly flow: Flow;
  readonly steps: readonly Step[];
  /** The lines of the file in which the input comes in. */
  readonly lines: readonly string[];
}

/** Reasons of one kind of weakness why a finding of it is worth a look only. */
export function reservationsOfKind(way: Way): string[] {
  const { flow } = way;
  switch (flow.weakness) {
    case 'template-injection':
      return isBegun(flow) ? ['the whole template is chosen, which may be meant'] : [];
    case 'cross-site-scripting':
      return ofMarkup(way);
    case 'path-traversal':
      return ofPaths(way);
    case 'nosql-injection':
      return isParsed(way) ? ['the whole query is chosen, which may be meant'] : [];
    case 'request-forgery':
      return [...(isBehindSetting(way) ? ['no more than a part of the address is chosen'] : [])];
    case 'file-inclusion':
      return [
        ...ofLists(way),
        ...(isEnded(flow) ? ['no more than the name of a script of the program is chosen'] : []),
        ...(losesSlashes(way) ? ['its slashes are taken out'] : []),
      ];
    case 'code-injection':
      return [
        ...ofLists(way),
        ...(isAddressCalled(flow) ? ['an address names no function'] : []),
        ...(isNamedByPart(way) ? ['no more than a part of the name of a function is chosen'] : []),
        ...(isMethodChosen(way) ? ['it chooses among methods, as a dispatcher does'] : []),
      ];
    case 'unsafe-reflection':
      return ofLists(way);
    case 'command-injection':
      return isProgramNamedByPart(way) ? ['no more than a part of the name of a program is chosen'] : [];
    case 'sql-injection':
      return isCompared(way) ? ['the lines between compare it with a name'] : [];
    default:
      return [];
  }
}

/** Whether the input stands at the beginning of the text, as far as that is known. */
export const isBegun = ({ text }: Flow): boolean => text === undefined || text.startsWith(HOLE);

/** `'/include/txp_' . $event . '.php'`: files that strangers bring have no such name, and no such folder. */
const isEnded = (flow: Flow): boolean =>
  flow.text !== undefined && !isBegun(flow) && /\.\w{2,8}$/.test(flow.text.split(HOLE).at(-1)!);

/** Whether the input gets to a function of PHP that calls one by its name. */
export const isCalledBack = ({ reaches }: Flow): boolean => reaches.startsWith('given to call_user_func');

/** `call_user_func([$this, $name])`: a method, and no function such as `system`. */
const CALLS_METHOD = /\bcall_user_func(?:_array)?\(\s*(?:\[|array\s*\()/;

const isMethodChosen = ({ flow, steps: [source], lines }: Way): boolean =>
  isCalledBack(flow) && flow.file === source!.file && CALLS_METHOD.test(lines[lineOf(flow.at) - 1] ?? '');

const isAddressCalled = (flow: Flow): boolean => flow.taint.label === 'address of the request' && isCalledBack(flow);

/** `'task_' . $name`, `"task_$name"`: the beginning of a function's name. */
const PREFIX_OF_NAME = /(['"])\w+\1\s*\.\s*(?:\$|filter_input)|"\w+\{?\$/;

/** Whether the program writes the beginning of the function's name, so that only functions named so can be called. */
function isNamedByPart({ flow, steps, lines }: Way): boolean {
  if (!isCalledBack(flow)) return false;
  if (flow.text !== undefined && !isBegun(flow)) return true;
  const isHere = steps.every(({ file }) => file === flow.file);
  return (
    isHere && [...steps.map(({ at }) => at), flow.at].some((at) => PREFIX_OF_NAME.test(lines[lineOf(at) - 1] ?? ''))
  );
}

const ofLists = (way: Way): string[] =>
  isLookedUp(way) ? ['the lines between look for it in a list of the code'] : [];

/** `get(settings.reviews_url + f"/reviews/{name}")`: what a setting begins goes to the host that it names. */
const isBehindSetting = ({ flow, lines, steps: [source] }: Way): boolean =>
  flow.file === source!.file &&
  lines.slice(lineOf(flow.at) - 1, lineOf(flow.at) + LINES_OF_CALL).some((line) => BEHIND_SETTING.test(line));
const BEHIND_SETTING = new RegExp(
  String.raw`(?:^|[(=,\s])(?:[fr]?["'\x60]\$?\{\s*)?(?:self\.|this\.)?(?:settings|config|conf|env)\.[\w.]{1,100}` +
    String.raw`(?:\s*[+.]\s*[fr]?["'\x60]\/|\s*\}\/)`,
  'i',
);
/** An address may stand in the line after that of the call. */
const LINES_OF_CALL = 2;

/** `share(params.to_h)`: all that a request sends. */
const ALL_OF_RAILS = /^params(?:\.(?:to_unsafe_h(?:ash)?|to_h|permit!))?\s*[,)]/;

const isAmongAll = ({ steps: [source], lines }: Way): boolean =>
  source!.file.endsWith('.rb') &&
  ALL_OF_RAILS.test((lines[lineOf(source!.at) - 1] ?? '').slice(columnOf(source!.at) - 1));

/** A file that a controller renders. */
const VIEW = /(?:^|\/)(?:views?|templates)\/.*\.(?:php|phtml)$/;
/** `$view->template($name)->render()`: most templates escape what they show. */
const RENDERED = /(?:(?:->|\.)render(?:View|Section|Block)?|\brender(?:Action|View|Page|Template|Partial))\(/;

/** PHP prints into a text first, which may be escaped before it is sent. */
const COLLECTS = /\bob_start\s*\(/;

const isCollected = ({ flow, steps: [source], lines }: Way): boolean =>
  /\.(?:php|phtml|inc)$/.test(flow.file) && flow.file === source!.file && someLine(lines, COLLECTS);

/** Reasons why a page need not show input as it came. */
function ofMarkup(way: Way): string[] {
  const { flow, steps, lines } = way;
  const [source] = steps;
  const shown = flow.file === source!.file ? (lines[lineOf(flow.at) - 1] ?? '').slice(columnOf(flow.at) - 1) : '';
  return [
    ...(isAmongAll(way) ? ['all parameters go to a function, which need not use any'] : []),
    ...(VIEW.test(source!.file) ? ['the template reads it, and the code that renders the template may check it'] : []),
    ...(flow.taint.label === 'part of the path of the request'
      ? ['its route, or what it names, decides what may stand in that part of the path']
      : []),
    ...(isCollected(way) ? ['its file collects what is printed, and may escape it before it is sent'] : []),
    ...(RENDERED.test(shown) ? ['a template shows it, and most templates escape what they show'] : []),
  ];
}

/** Reasons why a number that can be predicted is no secret that can be guessed. */
export function reservationsOfPredictable({ flow, steps, lines }: Way): string[] {
  if (flow.taint.label !== PREDICTABLE) return [];
  const files = new Set([flow.file, ...steps.map(({ file }) => file)]);
  const isHandedOn = (files.size > 1 || steps.some(({ note }) => HANDED_ON.test(note))) && !isRandomText(steps);
  const rows = [...steps.map(({ at }) => lineOf(at)), ...(files.size === 1 ? [lineOf(flow.at)] : [])];
  return [
    ...(isHandedOn ? ['it leads from one function to another'] : []),
    ...(isLastResort(lines, rows) ? ['it stands beside a better generator, which is asked first'] : []),
    ...(/nonce/i.test(flow.reaches) || (/oauth/i.test(flow.file) && rows.some((row) => isNonce(lines, row)))
      ? ['a nonce often need only be new']
      : []),
    ...(files.size === 1 && isBoundary(lines, lineOf(flow.at)) ? ['a boundary between parts need only be new'] : []),
  ];
}

/** `returned by RandomString`, `returned by generateToken`: a function that its callers take for a good generator. */
const MAKES_TEXT = new RegExp(
  String.raw`^returned by (?:[\w.]*\.)?(?:` +
    String.raw`\w*rand(?:om)?\w*(?:str(?:ing)?|text|token|key|code|passw|secret|chars|hex)\w*|` +
    String.raw`(?:gen|generate|make|create|new)_?\w*(?:token|secret|passw(?:or)?d|api_?key))$`,
  'i',
);

/** Whether functions that are called after a random text, or after a secret, hand it on, and no others. */
const isRandomText = (steps: readonly Step[]): boolean => {
  const calls = steps.filter(({ note }) => HANDED_ON.test(note));
  return calls.length > 0 && calls.every(({ note }) => MAKES_TEXT.test(note));
};

/** Generators for secrets. */
const BETTER = new RegExp(
  String.raw`random_bytes|random_int|urandom|openssl_random_pseudo_bytes|getRandomValues|SecureRandom|` +
    String.raw`RandomNumberGenerator|secrets\.token|randomBytes|crypto\/rand`,
);
/** A better generator is looked for within this many lines before. */
const LINES_BEFORE = 15;

const isLastResort = (lines: readonly string[], rows: readonly number[]): boolean =>
  rows.some((row) => lines.slice(Math.max(0, row - LINES_BEFORE), row).some((line) => BETTER.test(line)));

/** A function with such a name begins within this many lines before. */
const LINES_OF_NONCE = 12;
const isNonce = (lines: readonly string[], row: number): boolean =>
  lines.slice(Math.max(0, row - LINES_OF_NONCE), row).some((line) => /nonce/i.test(line));

/** `boundary = ('=' * 15) + (format % token)`, in one of the next lines. */
const LINES_OF_BOUNDARY = 3;
const isBoundary = (lines: readonly string[], row: number): boolean =>
  lines.slice(row - 1, row + LINES_OF_BOUNDARY).some((line) => /\bboundary\s*=/i.test(line));

/** Calls that replace each slash; in JavaScript, `replace` takes a text for the first one alone. */
const REPLACES_SLASHES = new RegExp(
  String.raw`\bstr_replace\(\s*(['"])\/\1|\.(?:replaceAll|gsub!?|tr|delete)\(\s*(['"])\/\2|` +
    String.raw`\bstrings\.ReplaceAll\([^,()]*,\s*"\/"|\.replace\(\s*\/(?:\\\/|\[[^\]]*\/[^\]]*\])\+?\/g`,
);
const REPLACES_IN_OTHERS = /\.replace\(\s*(['"])\/\1(?!\s*,\s*(?:(?:System\.IO\.)?Path|File|os)\.\w*sep)/i;

/** Whether a line on the way takes all slashes out of it: what is left names no other folder. */
function losesSlashes({ flow, steps, lines }: Way): boolean {
  const [source] = steps;
  const last = flow.file === source!.file ? lineOf(flow.at) : lineOf(source!.at);
  const isScript = /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(source!.file);
  return lines
    .slice(lineOf(source!.at) - 1, last)
    .slice(0, MAX_LINES)
    .some((line) => REPLACES_SLASHES.test(line) || (!isScript && REPLACES_IN_OTHERS.test(line)));
}

function ofPaths(way: Way): string[] {
  const { flow, steps, lines } = way;
  const { taint } = flow;
  const [source] = steps;
  const isSegment = taint.label === 'part of the path of the request' && isOfOneSegment(steps, lines);
  const isUpload = /^name of an uploaded file$/.test(taint.label) && source!.file.endsWith('.cs');
  return [
    ...(isSegment ? ['a part of a path holds no slash, unless its route says so'] : []),
    ...(isUpload && !someLine(lines, OF_REQUESTS) ? ['it leads from one function to another'] : []),
    ...(losesSlashes(way) ? ['its slashes are taken out'] : []),
    ...(isPrefixed(way) ? ['the name begins with a text of the program, which no folder has'] : []),
    ...(isEndedByRoute(way) ? ['its route decides how the name ends'] : []),
    ...(isCheckedBefore(lines, lineOf(source!.at)) ? ['the lines before check it'] : []),
    ...(flow.file === source!.file && isCheckedAfter(lines, lineOf(flow.at)) ? ['the lines after check it'] : []),
  ];
}

/** `app.get('/*.html', …)`: files with another ending are out of reach. */
const ROUTE_WITH_ENDING = /\.(?:get|head|all|use)\(.*\*\.[a-z]\w{1,4}['"`]/i;
const LINES_OF_ROUTE = 6;

/** Whether a route that ends so is set up right before the path is read. */
function isEndedByRoute({ flow: { taint }, steps: [source], lines }: Way): boolean {
  if (!/^(?:encoded path|path|address) of the request$/.test(taint.label)) return false;
  const row = lineOf(source!.at);
  return withoutComments(lines.slice(Math.max(0, row - LINES_OF_ROUTE), row)).some((line) =>
    ROUTE_WITH_ENDING.test(line),
  );
}

/** Routers of Go that match the decoded path. Those of others decode a slash after they have found the segment. */
const OF_DECODED_PATH =
  /"(?:github\.com\/gin-gonic\/gin|github\.com\/gorilla\/mux|github\.com\/julienschmidt\/httprouter)"/;
/** Names of what a route takes as the whole rest of its path: `/files/*filepath`, `{path:.*}`. */
const REST_OF_PATH = /["'](?:\w*path|rest|any|all|wildcard|\*)["']/i;

/** Servers for Java refuse an encoded slash in a path, unless a setting allows it. */
const JVM = /\.(?:java|kt)$/;
const OF_SEGMENT = /@(?:PathVariable|PathParam|RestPath)\b/;
/** `{path:.+}`, `/files/**`: a route that takes the rest of a path. */
const REST_OF_ROUTE = /\{\s*\*?\w+\s*:\s*[^}]*[.*+]|\{\*\w+\}|["'][^"']*\/\*\*["']/;

/** Whether the router finds a part of the path that holds no slash. */
function isOfOneSegment(steps: Way['steps'], lines: Way['lines']): boolean {
  const [source] = steps;
  if (source!.file.endsWith('.php')) return true;
  const read = steps.filter(({ file }) => file === source!.file).map(({ at }) => lines[lineOf(at) - 1] ?? '');
  if (JVM.test(source!.file)) return OF_SEGMENT.test(read[0] ?? '') && !someLine(lines, REST_OF_ROUTE);
  return (
    source!.file.endsWith('.go') && someLine(lines, OF_DECODED_PATH) && !read.some((line) => REST_OF_PATH.test(line))
  );
}

/** `'waveform_' . $id`: what goes up a folder first needs one of that name. `'/uploads' . $path` may have it. */
const isPrefixed = ({ flow: { text }, steps: [source], lines }: Way): boolean =>
  (text !== undefined && /\w[_-]$/.test(text.split(HOLE, 1)[0]!)) ||
  // Where branches set the name differently, its text has what they share.
  BEHIND_PREFIX.test((lines[lineOf(source!.at) - 1] ?? '').slice(0, columnOf(source!.at) - 1));

/** The line with the input, up to it: `'wave-' + `, `wave-${`, `"wave_#{`. */
const BEHIND_PREFIX = /\w[_-](?:['"`]\s*[+.]\s*|[$#]?\{\s*)$/;

/** `exec.Command("tool-" + name)`: no program of another name is run, and no shell reads the name. */
const PREFIX_OF_PROGRAM = /^[\w-]*\w[_-]$/;
const RUNS_PROGRAM = /^given to Command(?:Context)?$/;
const OF_SHELL = /["`](?:\S*\/)?(?:(?:ba|da|z|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh|-c|\/c)["`]/i;

const isProgramNamedByPart = ({ flow, steps: [source], lines }: Way): boolean =>
  flow.text !== undefined &&
  flow.file === source!.file &&
  RUNS_PROGRAM.test(flow.reaches) &&
  PREFIX_OF_PROGRAM.test(flow.text.split(HOLE, 1)[0]!) &&
  !OF_SHELL.test(lines[lineOf(flow.at) - 1] ?? '');

/** A statement has at most this many lines, and this many after it are searched for a check of the path. */
const LINES_OF_PATH = 3;
const LINES_AFTER = 8;
const MAKES_PATH = /^\s*(?:(?:final|const|let|var|val|auto)\s+)?(?:[\w.<>]+\s+)?\$?(\w+)\s*(?::\s*[\w.?]+\s*)?:?=(?!=)/;

/** `File file = new File(folder, name); if (!file.getAbsolutePath().contains("..")) …` */
function isCheckedAfter(lines: readonly string[], row: number): boolean {
  const before = lines.slice(Math.max(0, row - LINES_OF_PATH), row).toReversed();
  const name = MAKES_PATH.exec(before.find((line) => MAKES_PATH.test(line)) ?? '')?.[1];
  if (name === undefined) return false;
  const asks = new RegExp(
    String.raw`\b(?:if|unless|guard|require|check)\b.*\$?\b${name}\b.*` +
      String.raw`(?:(?:contains|includes?\??|indexOf|strpos)\(?[^)]*['"]\.\.|` +
      'starts_?with|HasPrefix|is_?relative_?to)',
    'i',
  );
  return withoutComments(lines.slice(row - 1, row + LINES_AFTER)).some((line) => asks.test(line));
}

/** `db.find(JSON.parse(req.query.filter))`: who writes so wants the request to tell the query. */
const PARSES_QUERY = /\bJSON\.parse\(|\bE?JSON\.deserialize\(|\b\w*BSON\w*\(|\bEJSON\./;

/** `return { [name]: value }`, of a request that chooses both. */
const NAMES_FIELD = /\{\s*\[\w+\]\s*:\s*\w+\s*,?\s*\}/;
const LINES_OF_FIELD = 15;

/** `for (const name in req.query)`: all that a request names becomes a part of the query, as in a search. */
const READS_NAMES = /\bfor\s*\(\s*(?:const|let|var)\s+[\w$]+\s+in\s|\bObject\.(?:keys|entries)\(/;

const isParsed = ({ flow, steps, lines }: Way): boolean =>
  READS_NAMES.test(lines[lineOf(steps[0]!.at) - 1] ?? '') ||
  lines.slice(lineOf(steps[0]!.at) - 1, lineOf(steps[0]!.at) + LINES_OF_FIELD).some((line) => NAMES_FIELD.test(line)) ||
  steps.some(({ file, at }) => file === steps[0]!.file && PARSES_QUERY.test(lines[lineOf(at) - 1] ?? '')) ||
  (flow.file === steps[0]!.file && PARSES_QUERY.test(lines[lineOf(flow.at) - 1] ?? ''));

/** Code of ASP.NET that a request calls. A service gets what a controller may have checked. */
const OF_REQUESTS = /\b\w*Controller(?:Base)?\b|\[(?:Http|Route)|\.Map(?:Get|Post|Put|Patch|Delete)\(|\bPageModel\b/;

const CHECKS = /\w*(?:valid|check|verif|assert|ensure)\w*\s*\(/i;
/** `$_GET['name']` */
const OF_PHP = /\$_(\w+)\[\s*['"](\w+)['"]\s*\]/g;
const LINES_OF_CHECK = 10;

/** `check_parameter('name', $_GET, '/^[a-z]+$/')`, above a line that reads `$_GET['name']`. */
function isCheckedBefore(lines: readonly string[], row: number): boolean {
  const reads = [...(lines[row - 1] ?? '').matchAll(OF_PHP)];
  if (reads.length === 0) return false;
  const before = withoutComments(lines.slice(Math.max(0, row - 1 - LINES_OF_CHECK), row - 1));
  return reads.every(([, list, name]) => {
    const named = new RegExp(String.raw`\$_${list!}\b`);
    return before.some((line) => CHECKS.test(line) && named.test(line) && line.includes(`'${name!}'`));
  });
}

const NAMED = /^stored in ([$@]{0,2}[\p{L}_]\w*)$/u;
const MAX_LINES = 80;

/** Whether a line has a variable that holds the input, in the form that `formOf` gives its name. */
function hasStored(steps: Way['steps'], code: readonly string[], formOf: (name: string) => RegExp): boolean {
  const names = new Set(steps.flatMap(({ note }) => NAMED.exec(note)?.[1] ?? []));
  return [...names].map((name) => formOf(escapedForRegex(name))).some((form) => code.some((line) => form.test(line)));
}

const NOTHING = '(?:null|NULL|nil|None|undefined)';

/** Whether a condition between asks whether the input is one of several names. */
function isCompared({ flow, steps, lines }: Way): boolean {
  const [source] = steps;
  const [first, last] = [lineOf(source!.at), lineOf(flow.at)];
  if (flow.file !== source!.file || last < first || last - first > MAX_LINES) return false;
  return hasStored(steps, withoutComments(lines.slice(first, last - 1)), (name) => {
    const word = String.raw`${name}(?![\w.([]|->)`;
    return new RegExp(
      String.raw`\b(?:if|elif|elsif|when|unless)\b.*(?:(?<=[\w'"\])])(?<!\b${NOTHING})\s*={2,3}\s*${word}|` +
        String.raw`(?<![\w.>])${word}\s*={2,3}(?!=|\s*(?:${NOTHING}|''|""))|` +
        String.raw`\b(?:in_array|includes?\??|contains|has)\(\s*${word}|(?<![\w.>])${word}\s+in\b)|` +
        // Since PHP 8, a text that is no number equals none.
        String.raw`\b(?:if|elseif)\b.*\b(?:int|float)val\(\s*${word}\s*\)\s*!==?\s*${word}`,
    );
  });
}

/** A dispatcher of many versions or kinds of requests may be this long. */
const MAX_LINES_OF_DISPATCHER = 1_200;

/** `Api::METHODS[$action] ?? null`: what is not in a list of the code is refused, or has no handler. */
function isLookedUp({ flow, steps, lines }: Way): boolean {
  const [source] = steps;
  const rows = [...steps, flow].filter(({ file }) => file === source!.file).map(({ at }) => lineOf(at));
  const [first, last] = [rows[0]!, Math.max(...rows)];
  if (last - first > MAX_LINES_OF_DISPATCHER) return false;
  return hasStored(
    steps,
    withoutComments(lines.slice(first, last)),
    (name) => new RegExp(String.raw`\b[A-Z][A-Z\d_]{2,}\[\s*${name}\s*\]\s*\?\?\s*(?:null|undefined)`),
  );
}
