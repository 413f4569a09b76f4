import { type MarkupElement, HEADINGS, attributeOf, elementsIn, hasUnknownInside, isHtml, tokensOf } from '../markup';
import { isFocusable } from '../semantics/focus';
import { explicitRole, inputType, isDecorative } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const numberIn = (element: MarkupElement, name: string): number | undefined => {
  const text = attributeOf(element, name)?.trim() ?? '';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
};

/** Pairs of attributes of which the first is at most the second. */
const ORDERED: readonly (readonly [string, string])[] = [
  ['aria-valuemin', 'aria-valuemax'],
  ['aria-valuemin', 'aria-valuenow'],
  ['aria-valuenow', 'aria-valuemax'],
  ['aria-posinset', 'aria-setsize'],
  ['aria-colindex', 'aria-colcount'],
  ['aria-rowindex', 'aria-rowcount'],
];

function* wrongRanges(page: Page): Generator<Fault> {
  for (const element of page.inTree())
    for (const [low, high] of ORDERED) {
      const [least, most] = [numberIn(element, low), numberIn(element, high)];
      if (least === undefined || most === undefined || most === -1 || least <= most) continue;
      yield { element, message: `${low} of ${tagOf(element)} is ${least}, which is more than ${high}, ${most}` };
      break;
    }
}

/** States of HTML, and the state of ARIA that says the same. */
const SAME: Readonly<Record<string, string>> = {
  disabled: 'aria-disabled',
  required: 'aria-required',
  readonly: 'aria-readonly',
  hidden: 'aria-hidden',
};
const BOOLEAN_ON: readonly string[] = ['button', 'input', 'select', 'textarea', 'fieldset', 'option'];
/** Numbers of HTML, and the number of ARIA that says the same. */
const SAME_NUMBERS: Readonly<Record<string, string>> = {
  value: 'aria-valuenow',
  min: 'aria-valuemin',
  max: 'aria-valuemax',
};

/** Whether a box of a page without a program says that it is checked, and is not, or the other way round. */
function saysOtherChoice(element: MarkupElement, page: Page): boolean {
  if (!isHtml(element, 'input') || !/^(?:checkbox|radio)$/.test(inputType(element))) return false;
  const state = attributeOf(element, 'aria-checked')?.trim().toLowerCase();
  if (page.markup.isTemplate || scriptsOf(page).length > 0 || (state !== 'true' && state !== 'false')) return false;
  return (state === 'true') !== element.attributes.has('checked');
}

/** An element that says one thing to those who see it, and another one to a screen reader. */
function* contradictions(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    for (const [native, aria] of Object.entries(SAME)) {
      const isKnown = typeof element.attributes.get(native) === 'string';
      if (!isKnown || (native !== 'hidden' && !isHtml(element, ...BOOLEAN_ON))) continue;
      if (/^false$/i.test(attributeOf(element, aria) ?? ''))
        yield { element, message: `${tagOf(element)} is ${native}, and ${aria} says that it is not` };
    }
    const role = explicitRole(element);
    if ((role === 'status' || role === 'alert') && /^off$/i.test(attributeOf(element, 'aria-live')?.trim() ?? ''))
      yield { element, message: `${tagOf(element)} is announced by its role, and aria-live says that it is not` };
    if (saysOtherChoice(element, page))
      yield { element, message: `${tagOf(element)} is shown as something else than aria-checked says` };
    if (!isHtml(element, 'progress', 'meter', 'input')) continue;
    for (const [native, aria] of Object.entries(SAME_NUMBERS)) {
      const [one, other] = [numberIn(element, native), numberIn(element, aria)];
      if (one !== undefined && other !== undefined && one !== other)
        yield { element, message: `${native} of ${tagOf(element)} is ${one}, and ${aria} is ${other}` };
    }
  }
}

/** The element that has an active descendant must have the focus itself. */
function* activeWithoutFocus(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!element.attributes.has('aria-activedescendant') || attributeOf(element, 'aria-activedescendant') === '')
      continue;
    if (isFocusable(element, page.exposures) || element.attributes.has('tabindex')) continue;
    if ([...elementsIn(element)].some((inner) => inner.opaque || isFocusable(inner, page.exposures))) continue;
    yield { element, message: `${tagOf(element)} has an active descendant, and cannot have the focus` };
  }
}

/** Roles whose content a screen reader reads as one text, although they may hold more. */
const ONE_TEXT = new Set(['button', 'tab', 'checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const STRUCTURE = [...HEADINGS, 'table'];

/** A heading or a table in a control, which nobody is told of. */
function* structureInControls(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!ONE_TEXT.has(page.roleOf(element) ?? '')) continue;
    const lost = [...elementsIn(element)].find(
      (inner) => isHtml(inner, ...STRUCTURE) && page.exposures.isInTree(inner) && !isDecorative(explicitRole(inner)),
    );
    if (lost)
      yield { element: lost, message: `${tagOf(lost)} is announced as text alone, because it is in ${tagOf(element)}` };
  }
}

const MARKS_OF_DATA = ['th', 'caption', 'thead'];
/** Attributes by which a cell heads others, or names those that head it. */
const NAMES_OF_HEADERS = ['scope', 'headers', 'abbr'];

/** A heading, or a table with headers, that its role makes nothing of. */
function* lostMeaning(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = tokensOf(attributeOf(element, 'role')?.toLowerCase())[0];
    if (!isDecorative(role) || !isDecorative(page.roleOf(element))) continue;
    if (isHtml(element, ...HEADINGS)) {
      if (page.textOf(element).trim() !== '' || hasUnknownInside(element))
        yield { element, message: `${tagOf(element)} looks like a heading, and is none` };
    } else if (isHtml(element, 'table')) {
      const mark = [...elementsIn(element)].find(
        (inner) =>
          isHtml(inner, ...MARKS_OF_DATA) ||
          (isHtml(inner, 'td') && NAMES_OF_HEADERS.some((name) => inner.attributes.has(name))),
      );
      if (mark) yield { element, message: `${tagOf(element)} has ${tagOf(mark)}, and is announced as no table` };
    }
  }
}

export const stateRules: Readonly<Record<string, Rule>> = {
  'aria-range-wrong': wrongRanges,
  'aria-state-contradicts': contradictions,
  'active-without-focus': activeWithoutFocus,
  'structure-in-control': structureInControls,
  'meaning-removed': lostMeaning,
};
