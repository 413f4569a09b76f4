import { type MarkupElement, elementsIn, isHtml } from '../markup';
import { isFocusable } from '../semantics/focus';
import { bodyAt } from './clicked-by-scripts';
import { doneOn, listensTo } from './handlers';
import { codesOf, heardOf } from './heard-by-scripts';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { calledIn, keptIn, scriptsById, scriptsOf } from './page-scripts';

/** The element gives the focus away as soon as it gets it. */
const BLURS = new RegExp(
  String.raw`^\s*(?:if\s*\([^(){};]*\)\s*\{?\s*)?` +
    String.raw`(?:this|\$\(\s*this\s*\)|(?:\$?event|evt?|e)\.(?:target|currentTarget))\.blur\(\)`,
);

const GIVES_AWAY = new RegExp(
  String.raw`addEventListener\(\s*['"]focus(?:in)?['"]\s*,\s*` +
    String.raw`(?:function\s*\w*\s*\(\s*\w*\s*\)\s*\{|\(?\w*\)?\s*=>\s*\{?)\s*(?:this|(?:\w+\.)?\w+)\.blur\(\)`,
);

function* givenAwayFocus(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    if (GIVES_AWAY.test(code))
      yield { element, message: 'A script takes the focus away from what gets it, as soon as it does' };
  for (const element of page.inTree())
    if (isFocusable(element, page.exposures) && codesOf(page, element, 'focus').some((code) => BLURS.test(code)))
      yield { element, message: `${tagOf(element)} gives the focus away as soon as it gets it` };
}

/** A key that goes to the next field, of which a script makes something else. */
const KEEPS_TAB = /(?:\bkey\s*={2,3}\s*['"]Tab['"]|\b(?:keyCode|which)\s*={2,3}\s*9\b)[^]{0,80}\.preventDefault\(\)/;
/** A key that leaves, or code that moves the focus by itself. */
const LETS_OUT = /shiftKey|['"]Esc(?:ape)?['"]|\b27\b|\.focus\(|\.blur\(|ctrlKey|autocomplete|suggest|complet/i;

/** A condition about the Tab key alone, after which nothing else happens. */
const IF_TAB =
  String.raw`\bif\s*\(\s*\w+\.(?:(?:key|code)\s*={2,3}\s*['"]Tab['"]|(?:keyCode|which)\s*={2,3}\s*9)\s*\)\s*\{?\s*` +
  String.raw`\w+\.preventDefault\(\)`;
const TAKES_TAB = new RegExp(IF_TAB);

/** A field of several lines in which the Tab key writes, and that has no other key by which to leave it. */
function* keptByTab(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const isOfOneLine = isHtml(element, 'input');
    if (!isHtml(element, 'textarea') && !isOfOneLine) continue;
    const codes = codesOf(page, element, 'keydown', 'keypress');
    const keeps = isOfOneLine ? TAKES_TAB : KEEPS_TAB;
    const isKept = codes.some((each) => keeps.test(each) && !LETS_OUT.test(each)) || refusesTabByName(element);
    if (isKept || codes.some((each) => REFUSES_EACH.test(each) || ALL_BUT_TAB.test(each)))
      yield { element, message: `The Tab key does not get out of ${tagOf(element)}` };
  }
}

const ITSELF = String.raw`(?:this|(?:\$?event|evt?|e)\.(?:target|currentTarget)|\$\(\s*this\s*\))`;
const LATER =
  String.raw`(?:(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\s*(?:\(\)\s*=>|` +
  String.raw`function\s*\(\)\s*\{)\s*)?`;
const ASKS = String.raw`(?:if\s*\([^{};]*\)\s*\{?\s*)?`;
/** A message that comes before the focus comes back. */
const TELLS =
  String.raw`(?:(?:window\.)?(?:alert|[\w.]*[sS]how\w*|[\w.]*[eE]rror\w*)\([^(){};]*\)\s*;?\s*|` +
  String.raw`[\w.]+\s*=\s*[^;{}]*;\s*)*`;
const KEEPS = new RegExp(String.raw`^\s*(?:\w+\.preventDefault\(\);?\s*)?${ASKS}${TELLS}${LATER}${ITSELF}\.focus\(`);
/** `box.current.focus()` in a component with one such box. */
const KEEPS_BY_REF = new RegExp(String.raw`^\s*${ASKS}${TELLS}${LATER}\w+\.current[?!]?\.focus\(`);
const isOnlyRef = (element: MarkupElement, { markup }: Page): boolean =>
  element.attributes.has('ref') && markup.elements.filter((each) => each.attributes.has('ref')).length === 1;
const GIVES_TO = new RegExp(
  String.raw`^\s*(?:(?:document\.)?(?:getElementById\(\s*['"]|querySelector\(\s*['"]#)([\w-]+)['"]\s*\)|(\w+))` +
    String.raw`\.focus\(\)\)*\s*;?\s*$`,
);

/** The Tab key gives the focus to another element, whatever else is pressed. */
const TAB_GIVES_TO = new RegExp(
  String.raw`^\s*${IF_TAB}\s*;\s*(?:(?:document\.)?(?:getElementById\(\s*['"]|querySelector\(\s*['"]#)` +
    String.raw`([\w-]+)['"]\s*\)|(\w+))\.focus\(\)`,
);

/** All keys are refused, the Tab key with them. */
const REFUSES_EACH = /^\s*(?:return\s+false|\w+\.preventDefault\(\))\s*;?\s*$/;

/** `return event.keyCode !== 9` */
const ALL_BUT_TAB = /\breturn\s+\w+\.(?:(?:keyCode|which)\s*!==?\s*9\b|key\s*!==?\s*['"]Tab)/;

/** `@keydown.tab.prevent` of Vue and Alpine, with no other key by which to leave. */
function refusesTabByName(element: MarkupElement): boolean {
  const names = [...element.attributes.keys()];
  const refuses = names.some((name) =>
    /^(?:@|v-on:|x-on:)keydown(?=.*\.tab\b)(?=.*\.prevent\b)(?!.*\.shift\b)/.test(name),
  );
  return refuses && !names.some((name) => /key\w*\.esc|\.tab\.shift|\.shift\.tab/.test(name));
}

/** The ids of the elements that variables of scripts keep. */
const keptOn = (page: Page): ReadonlyMap<string, string> =>
  new Map(scriptsById(page).flatMap(([, code]) => [...keptIn(code)]));

/** A box whose Tab key always leads to one thing in it, which closes nothing, and that no other key closes. */
function isRoundOfOne(element: MarkupElement): boolean {
  const code = doneOn(element, 'keydown') ?? '';
  if (!TAKES_TAB.test(code) || !/\.focus\(\)/.test(code) || /Esc|\b27\b|shiftKey|\bif\b[^]*\bif\b/.test(code))
    return false;
  const inside = [...elementsIn(element)];
  const closes = (each: MarkupElement): boolean =>
    each.opaque ||
    each.mayHaveMore ||
    isHtml(each, 'button', 'input', 'select', 'textarea') ||
    listensTo(each, 'click');
  return inside.length > 0 && !inside.some(closes);
}

/** A field that takes the focus back when it leaves, or two that give it to one another: no key gets out. */
function* keptFocus(page: Page): Generator<Fault> {
  yield* keptByTab(page);
  yield* keptByKeys(page);
  const gives = new Map<string, string>();
  for (const element of page.inTree()) {
    if (isRoundOfOne(element)) yield { element, message: `No key gets out of ${tagOf(element)}` };
    const id = calledIn(element);
    const isCalled = id !== undefined && /^[\w-]+$/.test(id);
    const codes = codesOf(page, element, 'blur', 'focusout');
    const isOwn = (code: string): boolean =>
      KEEPS.test(code) ||
      (KEEPS_BY_REF.test(code) && isOnlyRef(element, page)) ||
      (isCalled &&
        new RegExp(String.raw`^\s*${ASKS}${TELLS}${LATER}(?:${namesOf(id)}|[^;{}]*['"]#?${id}['"]\s*\))\.focus\(`).test(
          code,
        ));
    const namesOf = (each: string): string =>
      [each, ...[...keptOn(page)].flatMap(([name, kept]) => (kept === each ? [name] : []))].join('|');
    if (codesOf(page, element, 'focusout').some((code) => TAKES_BACK.test(code) && !OF_DIALOG.test(code)))
      if (!OF_DIALOG.test([...element.attributes.values()].join(' ')) && !isHtml(element, 'dialog'))
        yield { element, message: `No key gets out of ${tagOf(element)}: it takes the focus back` };
    const mayBeReached = isHtml(element, 'input', 'textarea', 'select', 'button', 'a');
    const onTab = mayBeReached ? heardOf(page, element, 'keydown') : [];
    for (const code of onTab) {
      const [, given, name] = TAB_GIVES_TO.exec(code) ?? [];
      const to = given ?? keptOn(page).get(name ?? '') ?? name;
      if (id !== undefined && to !== undefined) gives.set(id, to);
    }
    if (codes.some(isOwn)) yield { element, message: `No key gets out of ${tagOf(element)}: it takes the focus back` };
    else
      for (const code of codes) {
        const [, given, name] = GIVES_TO.exec(code) ?? [];
        if (id !== undefined && (given ?? name) !== undefined) gives.set(id, (given ?? name)!);
      }
  }
  for (const [from, to] of gives)
    if (from < to && gives.get(to) === from)
      yield {
        element: page.markup.ids.get(from)![0]!,
        message: `No key gets out of "${from}" and "${to}": each gives the focus to the other`,
      };
}

const REFUSES_ALL = /^\s*(?:\w+\.preventDefault\(\)|return false)\s*;/;
const REFUSES_TAB = new RegExp(
  String.raw`^\s*if\s*\(\s*\w+\.(?:key\s*={2,3}\s*['"]Tab['"]|(?:keyCode|which)\s*={2,3}\s*9)\s*\)\s*\{?\s*` +
    String.raw`(?:\w+\.preventDefault\(\)|return\s+false)\s*;?\s*\}?\s*$`,
);
const ON_KEYS = /(?:addEventListener\(\s*['"]keydown['"]\s*,\s*|\bonkeydown\s*=\s*)(?=function|\(|\w+\s*=>)/g;

/** A listener that gives the focus back to one box, whatever got it. */
const BRINGS_BACK = new RegExp(
  String.raw`\b(?:document|window)\.addEventListener\(\s*['"]focus(?:in)?['"]\s*,\s*` +
    String.raw`(?:function\s*\w*\s*\(\s*\w*\s*\)\s*\{|\(?\s*\w*\s*\)?\s*=>\s*\{?)\s*` +
    String.raw`if\s*\(\s*!\s*[\w.'"#()-]+\.contains\(\s*\w+\.target\s*\)\s*\)\s*\{?[^;{}]*\.focus\(`,
);
/** `if (!box.contains(event.relatedTarget)) first.focus()` */
const TAKES_BACK = /!\s*[\w.]+\.contains\(\s*\w+\.relatedTarget\s*\)\s*\)\s*\{?[^;{}]*\.focus\(/;
/** `setInterval(() => field.focus(), 100)` */
const BACK_BY_TIMER = /\bsetInterval\(\s*(?:\(\)\s*=>\s*\{?|function\s*\(\)\s*\{)\s*[^;{}]*\.focus\(\)/;
const OF_DIALOG = /dialog|modal|popup|\bopen|isOpen|hidden|drawer|overlay|Esc|\b27\b/i;

/** A listener that refuses the Tab key, or all keys, and does nothing instead: no key leads any further. */
function* keptByKeys(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    for (const { index, 0: head } of code.matchAll(ON_KEYS)) {
      const body = bodyAt(code, index + head.length);
      const isOfPage = /(?:document|window|body)\.$/.test(code.slice(Math.max(0, index - 9), index));
      if (REFUSES_TAB.test(body) || (isOfPage && REFUSES_ALL.test(body)))
        yield { element, message: 'A script refuses the Tab key, so that nobody goes on by keys' };
    }
  for (const [element, code] of scriptsOf(page))
    if (BRINGS_BACK.test(code) && !OF_DIALOG.test(code))
      yield { element, message: 'A script brings the focus back to one part of the page, and no key leaves that' };
  for (const [element, code] of scriptsOf(page))
    if (BACK_BY_TIMER.test(code))
      yield { element, message: 'A script brings the focus back again and again, and no key leaves what has it' };
  for (const element of page.inTree())
    if (!isHtml(element, 'textarea', 'input') && isFocusable(element, page.exposures))
      if (codesOf(page, element, 'keydown').some((code) => REFUSES_ALL.test(code) && !LETS_OUT.test(code)))
        yield { element, message: `The Tab key does not get out of ${tagOf(element)}: it refuses all keys` };
  for (const element of page.inTree())
    if (REFUSES_TAB.test(doneOn(element, 'keydown') ?? ''))
      yield { element, message: `The Tab key does not get out of ${tagOf(element)}` };
}

export const keptFocusRules: Readonly<Record<string, Rule>> = {
  'focus-given-away': givenAwayFocus,
  'focus-kept': keptFocus,
};
