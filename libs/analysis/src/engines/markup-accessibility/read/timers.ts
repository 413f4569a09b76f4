import { type MarkupElement, addElement } from '../markup';
import { blockFrom } from './blocks';

/** Where a script sends the browser. */
const LOCATION = String.raw`location(?:\.reload\(|\.(?:replace|assign)\(|(?:\.href)?\s*=(?!=))`;
const GOES = String.raw`(?:(?:window|document|self|top)\.)?(?:${LOCATION}|history\.go\(0?\))`;
const DELAY = String.raw`,\s*(\d[\d\s*_]{0,40})\)`;
const FUNCTION = String.raw`(?:function\s*\w*\s*\([^()]*\)|\([^()]*\)\s*=>|\w+\s*=>)\s*`;
const SENTENCE = String.raw`\{?\s*${GOES}[^;{}]{0,200};?\s*\}?`;
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
const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/[^\n]*/gm;

/** The seconds after which a script reloads or leaves its page without being asked; undefined for none. */
export function leavesAfter(script: string): number | undefined {
  const code = script.replace(COMMENTS, ' ');
  for (const { index, 2: delay = '' } of code.matchAll(INLINE)) if (runsAtStart(code, index)) return secondsOf(delay);
  for (const { index, 1: name = '', 2: delay = '' } of code.matchAll(NAMED))
    if (runsAtStart(code, index) && isGoing(code, name)) return secondsOf(delay);
  return undefined;
}

const secondsOf = (milliseconds: string): number =>
  milliseconds
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1) / 1000;

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
const isGoing = (code: string, name: string): boolean =>
  new RegExp(
    String.raw`function\s+${name.replaceAll('$', String.raw`\$`)}\s*\([^()]*\)\s*\{\s*${GOES}[^{};]*;?\s*\}`,
  ).test(code);

/** The functions that frameworks run as soon as a component is on the page. */
const MOUNTS = /\b(?:onMounted|onMount|useEffect)\(\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\w*\s*\(\s*\))\s*/g;

/** Adds the element of a script, if one of the component reloads or leaves the page by itself. */
export function addTimerOfComponent(root: MarkupElement, file: string): void {
  if (!/\bset(?:Timeout|Interval)\b/.test(file)) return;
  for (const { index, 0: head } of file.matchAll(MOUNTS)) {
    const begin = index + head.length;
    const code = file[begin] === '{' ? blockFrom(file, begin + 1) : file.slice(begin, begin + 400);
    const seconds = leavesAfter(code);
    if (seconds === undefined) continue;
    const place = { line: file.slice(0, index).split('\n').length, column: 1 };
    addElement(root, { name: 'script', place, handlers: new Map([['timer', String(seconds)]]) });
    return;
  }
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
    const seconds = /\bset(?:Timeout|Interval)\b/.test(code) ? leavesAfter(code) : undefined;
    scripts.set(
      page.slice(0, index).split('\n').length,
      new Map([
        ...(seconds === undefined ? [] : ([['timer', String(seconds)]] as const)),
        ...(code.length > MAX_CODE ? [] : ([['code', code.replace(COMMENTS, ' ')]] as const)),
      ]),
    );
  }
  return scripts;
}
