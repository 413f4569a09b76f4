import { type MarkupElement, HEADINGS, attributeOf, isHtml, tokensOf, valuesOf } from '../markup';
import {
  GLOBAL_ATTRIBUTES,
  ONCE_GLOBAL,
  REQUIRED_STATES,
  factsOf,
  isAriaAttribute,
  isRole,
  kindOf,
} from '../semantics/aria';
import { isFocusable } from '../semantics/focus';
import { explicitRole, inputType, isDecorative } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

export function* ariaIn(element: MarkupElement): Generator<readonly [string, string | null]> {
  for (const attribute of element.attributes) if (attribute[0].startsWith('aria-')) yield attribute;
}

/** Users of a component add attributes to its outermost element, and leave those that it has. */
const isOutermost = ({ parent }: MarkupElement): boolean => parent !== undefined && parent.parent === undefined;
export const isWritten = (element: MarkupElement): boolean =>
  !element.opaque && (!element.mayHaveMore || isOutermost(element));

function* unknownAttributes(page: Page): Generator<Fault> {
  for (const element of page.markup.elements.filter(isWritten))
    for (const [name] of ariaIn(element))
      if (!isAriaAttribute(name)) yield { element, message: `ARIA has no attribute ${name}` };
  for (const { element, name } of setByScripts(page))
    if (name.startsWith('aria-') && !isAriaAttribute(name))
      yield { element, message: `A script sets ${name}, which is no attribute of ARIA` };
}

const SETS = /\b(?:setAttribute|attr)\(\s*['"](aria-[\w-]+|role)['"]\s*,\s*(?:(['"])([^'"`]*)\2\s*\))?/g;
/** `setAttribute('aria-expanded', isOpen ? 'true' : 'false')` */
const SETS_ONE_OF = new RegExp(
  String.raw`\b(?:setAttribute|attr)\(\s*['"](aria-[\w-]+|role)['"]\s*,\s*[^?'"\x60;]{1,80}` +
    String.raw`\?\s*['"]([^'"\x60]*)['"]\s*:\s*['"]([^'"\x60]*)['"]\s*\)`,
  'g',
);
/** The same in the markup that a script has in its strings. */
const WRITES = /<[a-z]+\b[^<>$]*?\s(aria-[a-z-]+)\s*=\s*\\?["']/g;

/** The attributes of ARIA that scripts of the page set, with their values where the script has them. */
function* setByScripts(
  page: Page,
): Generator<{ readonly element: MarkupElement; readonly name: string; readonly value: string | undefined }> {
  for (const [element, code] of scriptsOf(page)) {
    for (const [, name = '', , value] of code.matchAll(SETS)) yield { element, name: name.toLowerCase(), value };
    for (const [, name = '', one, other] of code.matchAll(SETS_ONE_OF))
      for (const value of [one, other]) yield { element, name: name.toLowerCase(), value };
    for (const [, name = ''] of code.matchAll(WRITES)) yield { element, name, value: undefined };
  }
}

/** Attributes that ARIA 1.1 gave up, and that no browser tells anybody. */
const OBSOLETE = ['aria-grabbed', 'aria-dropeffect'];

function* obsoleteAttributes(page: Page): Generator<Fault> {
  for (const element of page.markup.elements) {
    const name = element.opaque ? undefined : OBSOLETE.find((each) => element.attributes.has(each));
    if (name !== undefined) yield { element, message: `ARIA gave ${name} up, and programs do not read it out` };
  }
}

function* invalidRoles(page: Page): Generator<Fault> {
  const isTold = (element: MarkupElement) => page.exposures.isInTree(element);
  for (const element of page.markup.elements) {
    if (element.opaque || (element.mayHaveMore && !isOutermost(element)) || !isTold(element)) continue;
    for (const role of valuesOf(element, 'role')) {
      const tokens = tokensOf(role.toLowerCase());
      if (tokens.length === 0 || tokens.some(isRole)) continue;
      yield { element, message: `ARIA has no role "${tokens.join(' ')}" that an element can have` };
      break;
    }
  }
  for (const { element, name, value } of setByScripts(page)) {
    const tokens = name === 'role' ? tokensOf(value?.toLowerCase()) : [];
    if (tokens.length > 0 && !tokens.some(isRole))
      yield { element, message: `A script sets the role "${tokens.join(' ')}", which no element can have` };
  }
}

/** The attributes that elements without a role of their own allow beyond the global ones. */
function alsoAllowed(element: MarkupElement): readonly string[] {
  if (isHtml(element, 'summary')) return ['aria-expanded'];
  if (isHtml(element, 'input')) {
    if (['color', 'file', 'password', 'date', 'datetime-local', 'month', 'time', 'week'].includes(inputType(element)))
      return [
        'aria-required',
        'aria-readonly',
        'aria-expanded',
        'aria-autocomplete',
        'aria-placeholder',
        'aria-activedescendant',
        'aria-multiline',
      ];
    if (inputType(element) === 'checkbox') return ['aria-pressed'];
  }
  return [];
}

function isAllowed(name: string, element: MarkupElement, page: Page): boolean {
  const role = page.roleOf(element);
  const facts = role === undefined ? undefined : factsOf(role);
  if (facts?.prohibited.has(name)) return false;
  if (GLOBAL_ATTRIBUTES.has(name) || ONCE_GLOBAL.has(name)) return true;
  return (facts?.attributes.has(name) ?? false) || alsoAllowed(element).includes(name);
}

/** Attributes that name an element, or what it is. */
const NAMING = new Set(['aria-label', 'aria-labelledby', 'aria-roledescription', 'aria-braillelabel']);

/** Elements that nothing tells from text, and may not have a name. */
const isUnnamable = (name: string, element: MarkupElement, page: Page): boolean =>
  NAMING.has(name) && page.roleOf(element) === 'generic' && !isHtml(element, 'body', 'section');

const shownAs = (element: MarkupElement, role: string | undefined): string =>
  role === undefined || role === 'generic' ? tagOf(element) : `the role ${role}`;

function* forbiddenAttributes(page: Page): Generator<Fault> {
  for (const element of page.inTree())
    for (const [name, value] of ariaIn(element)) {
      if (value === '' || !isAriaAttribute(name)) continue;
      const role = page.roleOf(element);
      if (role !== undefined && isDecorative(role)) continue;
      const isFilled = value === null ? element.handlers.has(`filled ${name}`) : value.trim() !== '';
      if (isUnnamable(name, element, page) ? isFilled : !isAllowed(name, element, page))
        yield {
          element,
          message: `${name} does not go with ${shownAs(element, role)}`,
        };
    }
}

/** The least values that ARIA allows; -1 stands for an unknown number. */
const LEAST: Readonly<Record<string, number>> = {
  'aria-level': 1,
  'aria-posinset': 1,
  'aria-setsize': -1,
  'aria-colcount': -1,
  'aria-rowcount': -1,
  'aria-colindex': 1,
  'aria-rowindex': 1,
  'aria-colspan': 1,
  'aria-rowspan': 0,
};

function isValidValue(name: string, value: string): boolean {
  const { kind, values } = kindOf(name);
  const text = value.trim().toLowerCase();
  switch (kind) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) && Number(text) >= (LEAST[name] ?? Number.NEGATIVE_INFINITY);
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(text);
    case 'id':
      return tokensOf(value).length === 1;
    case 'values':
      return values.includes(text);
    case 'value-list':
      return tokensOf(text).every((token) => values.includes(token));
    default:
      return true;
  }
}

function* invalidValues(page: Page): Generator<Fault> {
  for (const element of page.markup.elements.filter(isWritten))
    for (const [name] of ariaIn(element)) {
      const wrong = isAriaAttribute(name)
        ? valuesOf(element, name).find((value) => value.trim() !== '' && !isValidValue(name, value))
        : undefined;
      if (wrong !== undefined) yield { element, message: `${name} cannot have the value "${wrong.slice(0, 60)}"` };
    }
  for (const { element, name, value } of setByScripts(page))
    if (value !== undefined && value.trim() !== '' && isAriaAttribute(name) && !isValidValue(name, value))
      yield { element, message: `A script sets ${name} to "${value.slice(0, 60)}", a value that it cannot have` };
}

/** States that the browser tells by itself. */
function isTold(name: string, element: MarkupElement): boolean {
  if (!isHtml(element, 'input')) return isHtml(element, ...HEADINGS) && name === 'aria-level';
  const type = inputType(element);
  if (name === 'aria-checked') return type === 'checkbox' || type === 'radio';
  return name === 'aria-valuenow' && (type === 'range' || type === 'number');
}

function* missingStates(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    if (role === undefined || role === page.implicitRoleOf(element)) continue;
    const required = [...(REQUIRED_STATES[role] ?? [])];
    if (role === 'separator' && isFocusable(element, page.exposures)) required.push('aria-valuenow');
    if (role === 'scrollbar' || (role === 'combobox' && attributeOf(element, 'aria-expanded')?.trim() === 'true'))
      required.push('aria-controls');
    for (const name of required) {
      const value = element.attributes.get(name);
      if (value !== null && (value ?? '').trim() === '' && !isTold(name, element))
        yield { element, message: `The role ${role} needs ${name}` };
    }
  }
}

export const ariaRules: Readonly<Record<string, Rule>> = {
  'aria-attribute-unknown': unknownAttributes,
  'aria-attribute-obsolete': obsoleteAttributes,
  'aria-attribute-forbidden': forbiddenAttributes,
  'aria-value-invalid': invalidValues,
  'aria-state-missing': missingStates,
  'role-invalid': invalidRoles,
};
