import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, isHtml } from '../markup';
import { isFocusable } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { doneOn } from './handlers';
import { heardOf } from './heard-by-scripts';
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
    if (movesOnWhenFull(element))
      yield { element, message: 'The focus goes to the next field as soon as this one is full' };
    const isChoice = isHtml(element, 'input') && CHOICES.has(inputType(element));
    if ((!isHtml(element, 'select') && !isChoice) || !GOES.test(doneOn(element, 'change') ?? '')) continue;
    if (isAnnounced(element)) continue;
    // A button sends what was chosen, and changes nothing about a page that goes elsewhere at once.
    const isSentAtOnce =
      inputType(element) === 'radio' &&
      /^[\w.$]*\.(?:requestS|s)ubmit\(\)\s*;?$/.test(doneOn(element, 'change')!.trim());
    if (isSentByButton(element) && !isSentAtOnce && !LEAVES.test(doneOn(element, 'change')!)) continue;
    const message = isChoice
      ? 'The page goes on as soon as this is chosen'
      : 'The page goes on as soon as another option has the focus';
    yield { element, message };
  }
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
const movesOnWhenFull = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  Number(attributeOf(element, 'maxlength') ?? 2) > 1 &&
  attributeOf(element, 'autocomplete') !== 'one-time-code' &&
  ['input', 'keyup'].some((event) => {
    const code = doneOn(element, event) ?? '';
    return IS_FULL.test(code) && /\.focus\(\)/.test(code);
  });

/** Whether a button sends the form of a field, too. */
function isSentByButton(element: MarkupElement): boolean {
  const form = [...ancestorsOf(element)].find((around) => isHtml(around, 'form'));
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
