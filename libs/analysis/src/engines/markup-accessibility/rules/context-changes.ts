import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, isHtml } from '../markup';
import { blockFrom } from '../read/blocks';
import { isFocusable } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { doneOn } from './handlers';
import { codesOf, heardOf } from './heard-by-scripts';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { isAnnounced, scriptedChanges } from './script-fields';

const LEAVES = new RegExp(
  String.raw`\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:assign|replace)\(|\bwindow\.open\(|` +
    String.raw`\brouter\.(?:push|replace|navigate|navigateByUrl)\(|(?<![\w.])(?:navigate|navigateTo|goto)\(`,
);
const GOES = new RegExp(String.raw`\.(?:requestS|s)ubmit\(|${LEAVES.source}`);
const CHOICES = new Set(['radio', 'checkbox']);

function* goesOnChange(page: Page): Generator<Fault> {
  for (const { element, code } of scriptedChanges(page)) {
    if (!GOES.test(code) || ASKS_FOR_KEY.test(code) || isAnnounced(element)) continue;
    if (!isSentByButton(element) || LEAVES.test(code))
      yield { element, message: 'The page goes on as soon as the field has been filled in' };
  }
  for (const element of page.elements) {
    if (goesWhileWriting(element))
      yield { element, message: 'The page goes on as soon as the field has been filled in' };
    if (movesOnWhenFull(element, page))
      yield { element, message: 'The focus goes to the next field as soon as this one is full' };
    const isChoice = isHtml(element, 'input') && CHOICES.has(inputType(element));
    if (!isHtml(element, 'select') && !isChoice) continue;
    const code = codeOfChange(element, page);
    if (!GOES.test(code) || isAnnounced(element)) continue;
    // A button sends what was chosen, and changes nothing about a page that goes elsewhere at once.
    const isSentAtOnce = inputType(element) === 'radio' && /^[^;{}]*\.(?:requestS|s)ubmit\(\)\s*;?$/.test(code.trim());
    if (isSentByButton(element) && !isSentAtOnce && !LEAVES.test(code)) continue;
    const message = isChoice
      ? 'The page goes on as soon as this is chosen'
      : 'The page goes on as soon as another option has the focus';
    yield { element, message };
  }
}

/** Longer code does more than go on. */
const LONGEST_CODE = 400;

/** The code that runs when a list or a choice changes: that of its handlers, and that which watches its value. */
function codeOfChange(element: MarkupElement, page: Page): string {
  const sends = ['hx-get', 'hx-post', 'data-hx-get', 'data-hx-post'].some((name) => element.attributes.has(name));
  const replaces =
    attributeOf(element, 'hx-push-url') === 'true' || /^(?:body|html)$/.test(attributeOf(element, 'hx-target') ?? '');
  if (sends && replaces && !/click|submit/.test(attributeOf(element, 'hx-trigger') ?? '')) return 'location = "htmx"';
  const isChoice = isHtml(element, 'input');
  const codes = [
    ...codesOf(page, element, 'change', 'ngmodelchange', 'input', ...(isChoice ? ['click'] : [])),
    ...watchedBy(element, page),
  ];
  return codes.filter((each) => each.length <= LONGEST_CODE).join('\n');
}

/** The code that runs when the value changes which a field is bound to: `watch(land, …)`, `x-effect="…"`. */
function watchedBy(element: MarkupElement, page: Page): readonly string[] {
  const name = element.handlers.get('model') ?? attributeOf(element, 'x-model') ?? '';
  if (!/^\w+$/.test(name)) return [];
  const file = page.markup.root.handlers.get('file') ?? '';
  const watches = new RegExp(
    String.raw`\bwatch\(\s*(?:\(\)\s*=>\s*)?${name}(?:\.value)?\s*,\s*(?:async\s+)?` +
      String.raw`(?:\(?[\w\s,]*\)?\s*=>|function\s*\([\w\s,]*\))\s*` +
      String.raw`|\bwatch\s*:\s*\{\s*${name}\s*(?::\s*function\s*)?\([\w\s,]*\)\s*`,
    'g',
  );
  const ofVue = [...file.matchAll(watches)].map(({ index, 0: all }) => {
    const begin = index + all.length;
    return file[begin] === '{' ? blockFrom(file, begin + 1) : file.slice(begin).split('\n')[0]!;
  });
  const effects = new RegExp(
    String.raw`\buseEffect\(\s*\(\)\s*=>\s*(?:\{([^]{0,300}?)\}|([^{},]{0,200}))\s*,\s*` +
      String.raw`\[[^\]]*\b${name}\b[^\]]*\]\s*\)|` +
      String.raw`^\s*\$:\s*(.*\b${name}\b.*)$|\$effect\(\s*\(\)\s*=>\s*\{([^{}]*\b${name}\b[^{}]*)\}`,
    'gm',
  );
  for (const [, ...bodies] of file.matchAll(effects)) ofVue.push(bodies.find((each) => each !== undefined) ?? '');
  const around = [element, ...ancestorsOf(element)];
  const ofAlpine = around.flatMap((each) =>
    ['x-effect', 'x-init'].flatMap((attribute) => attributeOf(each, attribute) ?? []),
  );
  return [...ofVue, ...ofAlpine.filter((each) => new RegExp(String.raw`\b${name}\b`).test(each))];
}

/** Who presses Enter asks for what comes then. */
const ASKS_FOR_KEY = /\bEnter\b|\bkey(?:Code)?\b|\bwhich\b/;
const WRITTEN = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'password']);

/** A field that leaves the page, or sends its form, when it was filled in or the focus leaves it. */
const goesWhileWriting = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  WRITTEN.has(inputType(element)) &&
  ['change', 'blur', 'input', 'keyup'].some((event) => {
    const code = doneOn(element, event) ?? '';
    return GOES.test(code) && !ASKS_FOR_KEY.test(code);
  }) &&
  !isSentByButton(element);

const IS_FULL = /\.length\s*[=>]={1,2}\s*(?:\d|(?:this|\w+\.target)\.maxLength)/;

/** A field of several signs that gives the focus to another one when it is full. Codes are pasted as a whole. */
const movesOnWhenFull = (element: MarkupElement, page: Page): boolean =>
  isHtml(element, 'input') &&
  Number(attributeOf(element, 'maxlength') ?? 2) > 1 &&
  attributeOf(element, 'autocomplete') !== 'one-time-code' &&
  codesOf(page, element, 'input', 'keyup').some((code) => IS_FULL.test(code) && /\.focus\(\)/.test(code));

/** Whether a button sends the form of a field, too. */
function isSentByButton(element: MarkupElement): boolean {
  const form = [element, ...ancestorsOf(element)].find((around) => isHtml(around, 'form'));
  return form !== undefined && [...elementsIn(form)].some((inner) => inner.opaque || isSubmit(inner));
}

const isSubmit = (element: MarkupElement): boolean =>
  (isHtml(element, 'button') && !/^(?:button|reset)$/i.test(attributeOf(element, 'type') ?? '')) ||
  (isHtml(element, 'input') && /^(?:submit|image)$/.test(inputType(element)));

/** A control that leaves the page when it gets the focus, and a page that opens another one by itself. */
function* goesOnFocus(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const onFocus = isFocusable(element, page.exposures) || isHtml(element, 'form') ? codeOfFocus(element, page) : '';
    if (GOES.test(onFocus) || OPENS.test(onFocus) || /^\s*this\.click\(\)/.test(onFocus))
      yield { element, message: `${tagOf(element)} leaves the page as soon as it has the focus` };
    else if (isHtml(element, 'body') && /\bwindow\.open\(/.test(doneOn(element, 'load') ?? ''))
      yield { element, message: 'The page opens another window by itself' };
  }
}

/** A dialog, or a message, that comes between as soon as something has the focus. */
const OPENS = /\.showModal\(|\.modal\(\s*['"]show['"]|(?<![\w.])(?:window\.)?(?:alert|confirm|prompt)\(/;

/** The code that runs when an element gets the focus: that of its attribute, and that of scripts. */
function codeOfFocus(element: MarkupElement, page: Page): string {
  const heard = heardOf(page, element, 'focus|focusin');
  return [doneOn(element, 'focus') ?? '', doneOn(element, 'focusin') ?? '', ...heard].join('\n');
}

/** Pages that become others when a field changes or something gets the focus. */
export const contextChangeRules: Readonly<Record<string, Rule>> = {
  'change-goes-on': goesOnChange,
  'focus-goes-on': goesOnFocus,
};
