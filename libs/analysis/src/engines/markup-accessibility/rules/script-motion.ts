import { type MarkupElement, isHtml, textOf } from '../markup';
import { blockFrom } from '../read/blocks';
import { runsAtStart } from '../read/timers';
import type { Page } from './page';
import { BY_ID, keptIn, scriptsOf } from './page-scripts';

const FUNCTION = String.raw`(?:function\s*\w*\s*\(\)|\(\)\s*=>)\s*\{`;
const EVERY = new RegExp(String.raw`\bsetInterval\(\s*${FUNCTION}`, 'g');
const DELAY = /^\}\s*,\s*(\d[\d_]*)\s*\)/;
/** Milliseconds. */
const SLOWEST = 20_000;

const WRITES = String.raw`\.(?:textContent|innerText|innerHTML)\s*=(?!=)`;
/** A line whose first letter goes to its end. */
const RUNS = new RegExp(String.raw`${WRITES}[^;]*\.(?:slice|substr|substring)\(\s*1\s*\)[^;]*\+`);
const CLOCK = /\bnew Date\b|\bDate\.now\b|fetch\(/;

/** The scripts of a page that change or move a text without an end and without being asked. */
export function textsMovedByScripts(page: Page): readonly MarkupElement[] {
  return scriptsOf(page).flatMap(([element, code]) =>
    !/clear(?:Interval|Timeout)\(|cancelAnimationFrame/.test(code) &&
    (runsLetters(code) || updatesOften(code) || movesByFrames(code, page) || animatesForEver(code, page))
      ? [element]
      : [],
  );
}

function runsLetters(code: string): boolean {
  for (const { index, 0: head } of code.matchAll(EVERY)) {
    const body = blockFrom(code, index + head.length);
    const [, delay] = DELAY.exec(code.slice(index + head.length + body.length)) ?? [];
    const isShort = delay !== undefined && Number(delay.replaceAll('_', '')) <= SLOWEST;
    if (isShort && runsAtStart(code, index) && !CLOCK.test(body) && RUNS.test(body)) return true;
  }
  return false;
}

/** Milliseconds. Somebody who reads slowly is interrupted by what changes so often. */
const OFTEN = 10_000;
const UPDATES = /\bsetInterval\(\s*(?:async\s+)?(?:function\s*\w*\s*\(\)|\(\)\s*=>)\s*\{/g;

/** Whether a text is loaded again and again, and put into the page. */
function updatesOften(code: string): boolean {
  for (const { index, 0: head } of code.matchAll(UPDATES)) {
    const body = blockFrom(code, index + head.length);
    const [, delay] = DELAY.exec(code.slice(index + head.length + body.length)) ?? [];
    const isOften = delay !== undefined && Number(delay.replaceAll('_', '')) <= OFTEN;
    if (isOften && runsAtStart(code, index) && /\bfetch\(/.test(body) && new RegExp(WRITES).test(body)) return true;
  }
  return false;
}

const BY_FRAME = /\bfunction\s+(\w+)\s*\(\w*\)\s*\{/g;
const MOVES = new RegExp(String.raw`(?:${BY_ID}|\b(\w+))\.style\.(?:left|right|top|marginLeft|transform)\s*=(?!=)`);
/** Things that follow the pointer, or the place in the page, stop when it does. */
const FOLLOWS = /mouse|pointer|touch|scroll|key(?:down|up)|\bdt\b|canvas|resize/i;

/** Whether a function that calls itself for each frame moves an element with words. */
function movesByFrames(code: string, page: Page): boolean {
  if (FOLLOWS.test(code)) return false;
  const kept = keptIn(code);
  for (const { index, 0: head, 1: name = '' } of code.matchAll(BY_FRAME)) {
    const body = blockFrom(code, index + head.length);
    if (!new RegExp(String.raw`\brequestAnimationFrame\(\s*${name}\s*\)`).test(body)) continue;
    const [moved, id, variable = ''] = MOVES.exec(body) ?? [];
    const isEndless = /%|(?:>|<)=?[^]*=/.test(body) && !/\bif\b[^{;]*\{?\s*requestAnimationFrame|\breturn\b/.test(body);
    if (moved !== undefined && isEndless && hasWords(page, id ?? kept.get(variable) ?? variable)) return true;
  }
  return false;
}

const ANIMATES = new RegExp(String.raw`(?:${BY_ID}|\b(\w+))\.animate\(([^]{0,400}?)iterations\s*:\s*Infinity`, 'g');

/** Whether a script starts an animation of a text that has no end. */
function animatesForEver(code: string, page: Page): boolean {
  const kept = keptIn(code);
  return [...code.matchAll(ANIMATES)].some(
    ([, id, name = '', frames = '']) =>
      /opacity|visibility|transform|translate|left|top|margin/.test(frames) &&
      !/\.(?:pause|cancel|finish)\(/.test(code) &&
      hasWords(page, id ?? kept.get(name) ?? name),
  );
}

const hasWords = (page: Page, id: string): boolean => {
  const element = page.markup.ids.get(id)?.[0];
  return element !== undefined && !isHtml(element, 'canvas') && /\p{L}{2}/u.test(textOf(element));
};
