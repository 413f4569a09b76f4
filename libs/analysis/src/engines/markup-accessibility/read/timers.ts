import { type MarkupElement, addElement } from '../markup';
import { blockFrom } from './blocks';
import { lineOf } from './positions';

/** Where a script sends the browser. */
const LOCATION = String.raw`location(?:\.reload\(|\.(?:replace|assign)\(|(?:\.href)?\s*=(?!=))`;
/** The routers of frameworks do the same: `router.push(`, `navigate(`, `goto(`. */
const ROUTES =
  String.raw`(?:this\.)?\$?router\.(?:push|replace|navigate|navigateByUrl)\(|` +
  String.raw`(?<![\w.])(?:navigate(?:To)?|goto)\(`;
const GOES = String.raw`(?:(?:window|document|self|top)\.)?(?:${LOCATION}|history\.go\(0?\)|${ROUTES})`;
const DELAY = String.raw`,\s*(\d[\d\s*_]{0,40}|[a-zA-Z_]\w{0,40})\s*\)`;
const FUNCTION = String.raw`(?:function\s*\w*\s*\([^()]*\)|\([^()]*\)\s*=>|\w+\s*=>)\s*`;
/** Calls before that: `logout();` */
const BEFORE = String.raw`(?:[\w.]{1,60}\([^(){};]{0,80}\)\s*;\s*){0,2}`;
const SENTENCE = String.raw`\{?\s*${BEFORE}(?:return\s+|void\s+)?${GOES}(?:[^;{}]|\{[^{}]*\}){0,200};?\s*\}?`;
const IN_QUOTES = String.raw`(["'])\s*${GOES}[^\n]{0,200}\1`;
const INLINE = new RegExp(
  String.raw`\bset(?:Timeout|Interval)\s*\(\s*(?:${FUNCTION}${SENTENCE}|${IN_QUOTES})\s*${DELAY}`,
  'g',
);
const NAMED = new RegExp(String.raw`\bset(?:Timeout|Interval)\s*\(\s*([\w$]+)\s*${DELAY}`, 'g');

/** Functions that run by themselves as soon as the page is there. */
const HEARS_OF_START = String.raw`\bonload\s*=\s*|addEventListener\(\s*["'](?:load|DOMContentLoaded)["']\s*,\s*`;
const AT_START = new RegExp(
  String.raw`(?:${HEARS_OF_START}|\bready\(\s*|\$\(\s*|^\s*[(!;]+)(?:function\s*\w*\s*\(\w*\)|\(?\w*\)?\s*=>)\s*$`,
);
export const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/[^\n]*/gm;

/** A script that makes the element of a refresh: `meta.content = '30'`. */
const MAKES_REFRESH =
  /\.httpEquiv\s*=\s*['"]refresh['"]|['"]http-equiv['"]\s*,\s*['"]refresh['"]|<meta\s+http-equiv=\\?["']?refresh/i;
const CONTENT_OF_REFRESH = /\bcontent\b['"]?\s*[=,]\s*\\?['"]\s*(\d+)/i;

/**
 * The seconds after which a script reloads or leaves its page without being asked; undefined for none.
 * @param file the text that may say how long a time with a name is
 */
export function leavesAfter(script: string, file = script): number | undefined {
  const code = script.replace(COMMENTS, ' ');
  // A button that stops the timer prolongs the time.
  if (/(?:['"]click['"]|\bonclick\b)[^]*\bclear(?:Timeout|Interval)\(/.test(code)) return undefined;
  const made = code.search(MAKES_REFRESH);
  const [, content] = (made !== -1 && runsAtStart(code, made) && CONTENT_OF_REFRESH.exec(code.slice(made))) || [];
  if (content !== undefined) return Number(content);
  for (const { index, 2: delay = '' } of code.matchAll(INLINE)) {
    const seconds = runsAtStart(code, index) ? secondsOf(delay, file) : undefined;
    if (seconds !== undefined) return seconds;
  }
  for (const { index, 1: name = '', 2: delay = '' } of code.matchAll(NAMED)) {
    const seconds = runsAtStart(code, index) && isGoing(code, name) ? secondsOf(delay, file) : undefined;
    if (seconds !== undefined) return seconds;
  }
  return undefined;
}

/** The seconds of a time in milliseconds, `10 * 1000`, or of the constant that has it; undefined if none does. */
export function secondsOf(milliseconds: string, file: string): number | undefined {
  const [, written = milliseconds] = /^[a-zA-Z_]/.test(milliseconds)
    ? (new RegExp(String.raw`\b(?:const|let|var)\s+${milliseconds}\s*=\s*(\d[\d\s*_]{0,40})\s*[;,\n]`).exec(file) ?? [])
    : [];
  if (!/^\d/.test(written)) return undefined;
  return (
    written
      .replaceAll('_', '')
      .split('*')
      .reduce((product, factor) => product * Number(factor), 1) / 1000
  );
}

/** Whether nothing but the beginning of the page has to happen first. */
export function runsAtStart(code: string, index: number): boolean {
  const open: number[] = [];
  for (let at = 0; at < index; at += 1) {
    if (code[at] === '{') open.push(at);
    else if (code[at] === '}') open.pop();
  }
  return open.every((at) => AT_START.test(code.slice(Math.max(0, at - 120), at)));
}

/** Whether a function of the script does nothing but leave. */
function isGoing(code: string, name: string): boolean {
  const called = name.replaceAll('$', String.raw`\$`);
  return new RegExp(
    String.raw`(?:function\s+${called}\s*\([^()]*\)|` +
      String.raw`\b${called}\s*=\s*(?:function\s*\w*\s*\([^()]*\)|\([^()]*\)\s*=>))` +
      String.raw`\s*\{?\s*${GOES}[^{};]*;?\s*(?:\}|;|\n)`,
  ).test(code);
}

/** The functions that frameworks run as soon as a component is on the page. */
const MOUNTS = new RegExp(
  String.raw`\b(?:onMounted|onMount|useEffect)\(\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\w*\s*\(\s*\))\s*|` +
    String.raw`(?<=[\s,;{}])(?:componentDidMount|mounted)\s*\(\s*\)\s*(?=\{)`,
  'g',
);
/** The file that was read last: several rules ask for the same. */
let mounted: { readonly file: string; readonly codes: readonly string[] } = { file: '', codes: [] };

/** The code that a component runs as soon as it is on the page. */
export function mountedIn(file: string): readonly string[] {
  if (mounted.file !== file) mounted = { file, codes: MOUNTING.test(file) ? [...codesOfMounts(file)] : [] };
  return mounted.codes;
}

const MOUNTING = /onMounted|onMount|useEffect|componentDidMount|mounted/;

function* codesOfMounts(file: string): Generator<string> {
  for (const { index, 0: head } of file.matchAll(MOUNTS)) {
    const begin = index + head.length;
    yield file[begin] === '{' ? blockFrom(file, begin + 1) : file.slice(begin, begin + 400).split('\n')[0]!;
  }
}

/** Code after this does nothing by itself, but when something has happened. */
const ASKS_FIRST = /\breturn\b\s*(?:;|\n|undefined|null)/;

/** Adds the element of a script, if one of the component reloads or leaves the page by itself. */
export function addTimerOfComponent(root: MarkupElement, file: string): void {
  if (!/\bset(?:Timeout|Interval)\b/.test(file)) return;
  for (const { index, 0: head } of file.matchAll(MOUNTS)) {
    const begin = index + head.length;
    const code = file[begin] === '{' ? blockFrom(file, begin + 1) : file.slice(begin, begin + 400);
    const timer = code.search(/\bset(?:Timeout|Interval)\b/);
    const seconds = timer === -1 || ASKS_FIRST.test(code.slice(0, timer)) ? undefined : leavesAfter(code, file);
    if (seconds === undefined) continue;
    const place = lineOf(file, index);
    addElement(root, { name: 'script', place, handlers: new Map([['timer', String(seconds)]]) });
    return;
  }
}

const ROTATES = new RegExp(
  String.raw`\bsetInterval\(\s*(?:\(\s*\)\s*=>|function\s*\(\s*\))\s*\{?[^;{}]{0,160}%\s*[\w.]+` +
    String.raw`[^;{}]{0,40};?\s*\}?\s*,\s*(\d[\d_]*)\s*\)`,
  'g',
);

/** Adds the element of a script, if one of the component shows one of several things after another without an end. */
export function addRotationOfComponent(root: MarkupElement, file: string): void {
  // A script of Svelte runs as soon as the component comes.
  const runs = MOUNTS.test(file) || /^\s*setInterval\(/m.test(file);
  MOUNTS.lastIndex = 0;
  if (!file.includes('setInterval') || !runs) return;
  for (const { index, 1: delay = '' } of [...file.matchAll(ROTATES), ...countedOver(file)]) {
    const place = lineOf(file, index);
    addElement(root, { name: 'script', place, handlers: new Map([['rotates', delay.replaceAll('_', '')]]) });
    return;
  }
}

const COUNTS_UP = new RegExp(
  String.raw`\bsetInterval\(\s*(?:\(\s*\)\s*=>|function\s*\(\s*\))\s*\{?\s*(?:this\.)?(?:set)?(\w+?)(?:\.value)?` +
    String.raw`(?:\+\+|\s*\+=\s*1|\(\s*\(?\w+\)?\s*=>\s*\w+\s*\+\s*1\s*\))\s*;?\s*\}?\s*,\s*(\d[\d_]*)\s*\)`,
  'g',
);

/** Numbers that go up by one, where the component shows the entry of a list that they choose: `lines[n % 3]`. */
function* countedOver(file: string): Generator<{ readonly index: number; readonly 1: string }> {
  for (const { index, 1: name = '', 2: delay = '' } of file.matchAll(COUNTS_UP))
    if (new RegExp(String.raw`\[\s*(?:this\.)?${name}(?:\.value)?\s*%`, 'i').test(file)) yield { index, 1: delay };
}

const SCRIPT = /<script\b[^>]*>([^]*?)<\/script/gi;

/** Longer scripts are libraries. */
const MAX_CODE = 100_000;

/**
 * The scripts of a page, by the line on which each begins: its `code`, and in `timer` the seconds after which it
 * reloads or leaves the page.
 */
export function scriptsIn(page: string): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const scripts = new Map<number, ReadonlyMap<string, string>>();
  for (const { index, 1: code = '' } of page.matchAll(SCRIPT)) {
    if (code.trim() === '') continue;
    const seconds = /\bset(?:Timeout|Interval)\b|refresh/i.test(code) ? leavesAfter(code) : undefined;
    scripts.set(
      lineOf(page, index).line,
      new Map([
        ...(seconds === undefined ? [] : ([['timer', String(seconds)]] as const)),
        ...(code.length > MAX_CODE ? [] : ([['code', code.replace(COMMENTS, ' ')]] as const)),
      ]),
    );
  }
  return scripts;
}
