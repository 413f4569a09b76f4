import {
  type MarkupElement,
  type MarkupText,
  HEADINGS,
  ancestorsOf,
  areOfOneList,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  hasUnknownText,
  isHtml,
  textOf,
  tokensOf,
  valuesOf,
} from '../markup';
import {
  BETWEEN,
  GLOBAL_ATTRIBUTES,
  ONCE_GLOBAL,
  REQUIRED_CHILDREN,
  REQUIRED_CONTEXT,
  REQUIRED_STATES,
  factsOf,
  isAriaAttribute,
  isRole,
  kindOf,
} from '../semantics/aria';
import { isFocusable } from '../semantics/focus';
import { explicitRole, inputType, isDecorative } from '../semantics/roles';
import { isNotDisplayed } from './names';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

export function* ariaIn(element: MarkupElement): Generator<readonly [string, string | null]> {
  for (const attribute of element.attributes) if (attribute[0].startsWith('aria-')) yield attribute;
}

/** Users of a component add attributes to its outermost element, and leave those that it has. */
const isOutermost = ({ parent }: MarkupElement): boolean => parent !== undefined && parent.parent === undefined;
const isWritten = (element: MarkupElement): boolean =>
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
const NAMING = ['aria-label', 'aria-labelledby', 'aria-roledescription', 'aria-braillelabel'];

/** Elements that nothing tells from text, and may not have a name. */
const isUnnamable = (name: string, element: MarkupElement, page: Page): boolean =>
  NAMING.includes(name) && page.roleOf(element) === 'generic' && !isHtml(element, 'body', 'section');

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

/** Attributes whose element says more about this one: the rule for a field, for one. A script may still add it. */
const HELPFUL = ['aria-describedby', 'aria-labelledby', 'aria-details'];

/** Attributes that name ids, one or several. */
const NAMES_IDS = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-details', 'for'];
const plainId = (id: string): string => id.replace(/^#|[-_]/g, '').toLowerCase();

/** An id that is on the page in another spelling: with a hash before it, or in other letters. */
function* misspeltReferences(page: Page): Generator<Fault> {
  const { ids } = page.markup;
  const plain = new Map([...ids.keys()].map((id) => [plainId(id), id]));
  for (const element of page.markup.elements.filter(isWritten))
    for (const name of NAMES_IDS) {
      if (name === 'for' && !isHtml(element, 'label', 'output')) continue;
      const cut = page.markup.isPage ? undefined : cutReference(element, name, page);
      if (cut !== undefined)
        yield { element, message: `${name} names "${cut[0]}", and the id is "${cut[1]}"`, isMild: true };
      const wrong = tokensOf(attributeOf(element, name)).find((id) => !ids.has(id) && plain.has(plainId(id)));
      if (wrong === undefined || (page.hasAllIds && !wrong.startsWith('#'))) continue;
      yield {
        element,
        message: `${name} names "${wrong}", and the id is "${plain.get(plainId(wrong))!}"`,
        isMild: true,
      };
    }
}

/**
 * An id that a part of a page does not have, and that is the beginning or the end of one which it has, and which
 * nothing names: `iban-help` for `pay-iban-help`.
 */
function cutReference(element: MarkupElement, name: string, page: Page): readonly [string, string] | undefined {
  if (name !== 'aria-describedby' && name !== 'aria-labelledby') return undefined;
  const [id, ...others] = tokensOf(attributeOf(element, name));
  if (id === undefined || others.length > 0 || id.length < LEAST_OF_ID || page.markup.ids.has(id)) return undefined;
  const own = attributeOf(element, 'id');
  const near = [...page.markup.ids.keys()].filter((each) => each.endsWith(`-${id}`) || each.startsWith(`${id}-`));
  const [found] = near;
  if (found === undefined || near.length > 1 || found === own) return undefined;
  const isNamed = page.markup.elements.some((each) =>
    REFERENCES.some((reference) => tokensOf(attributeOf(each, reference)).includes(found)),
  );
  return isNamed ? undefined : [id, found];
}

const LEAST_OF_ID = 6;

function* missingReferences(page: Page): Generator<Fault> {
  yield* misspeltReferences(page);
  if (!page.hasAllIds) return;
  for (const element of page.inTree()) {
    const name = neededReference(element);
    const ids = name === undefined ? [] : tokensOf(attributeOf(element, name));
    if (ids.length > 0 && !ids.some((id) => page.markup.ids.has(id)))
      yield { element, message: `${name} names "${ids.join(' ')}", which is not on the page` };
    else
      for (const other of HELPFUL) {
        const named = tokensOf(attributeOf(element, other));
        if (other === 'aria-describedby' && !isHtml(element, 'input', 'select', 'textarea')) continue;
        if (named.length === 0 || named.some((id) => page.markup.ids.has(id))) continue;
        yield { element, message: `${other} names "${named.join(' ')}", which is not on the page`, isMild: true };
      }
  }
}

/** The attribute whose element the state of this one needs, as long as the state lasts. */
function neededReference(element: MarkupElement): 'aria-controls' | 'aria-errormessage' | undefined {
  const isOn = (state: string): boolean => attributeOf(element, state)?.trim().toLowerCase() === 'true';
  if (isOn('aria-invalid') && element.attributes.has('aria-errormessage')) return 'aria-errormessage';
  const role = explicitRole(element);
  return role === 'scrollbar' || (role === 'combobox' && isOn('aria-expanded')) ? 'aria-controls' : undefined;
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

/** The elements that an `aria-owns` puts somewhere else. */
function ownersOf(page: Page): ReadonlyMap<MarkupElement, MarkupElement> {
  const owners = new Map<MarkupElement, MarkupElement>();
  for (const owner of page.elements)
    for (const id of tokensOf(attributeOf(owner, 'aria-owns'))) {
      const owned = page.markup.ids.get(id)?.[0];
      if (owned && owned !== owner) owners.set(owned, owner);
    }
  return owners;
}

/** Whether a component has all tabs of a row in a plain box of its own, and no list of tabs. */
function areTabsAlone(element: MarkupElement, page: Page): boolean {
  const { parent } = element;
  if (explicitRole(element) !== 'tab' || !parent || !isHtml(parent, 'div', 'ul', 'nav', 'section')) return false;
  const isPlain = (each: MarkupElement): boolean =>
    each.parent === undefined || (!each.opaque && !each.mayHaveMore && !each.attributes.has('role'));
  if (![...ancestorsOf(element)].every(isPlain)) return false;
  if (page.markup.elements.some((each) => each.attributes.get('role') === 'tablist')) return false;
  const tabs = parent.children.filter((each) => each.kind === 'element' && explicitRole(each) === 'tab');
  return tabs[0] === element && (tabs.length > 1 || element.handlers.has('repeated'));
}

function* missingContext(page: Page): Generator<Fault> {
  const owners = ownersOf(page);
  const around = (element: MarkupElement) => {
    const owner = owners.get(element);
    return owner ?? page.parentInTree(element);
  };
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    const needed = role === undefined ? undefined : REQUIRED_CONTEXT[role];
    if (role === undefined || needed === undefined || role === page.implicitRoleOf(element)) continue;
    let parent = around(element);
    for (let depth = 0; depth < 20 && parent !== undefined && parent !== 'unknown'; depth += 1) {
      if (!(BETWEEN[role] ?? []).includes(page.roleOf(parent) ?? '')) break;
      parent = around(parent);
    }
    if (parent === 'unknown' && !areTabsAlone(element, page)) continue;
    if (parent === undefined || parent === 'unknown' || !needed.includes(page.roleOf(parent) ?? ''))
      yield { element, message: `The role ${role} is not inside of ${needed.join(' or ')}` };
  }
}

/** Whether what a program puts there are the elements that a loop makes, and that stand beside it. */
function isOfLoop({ parent }: MarkupText): boolean {
  const unknown = parent?.children.filter((each) => each.kind === 'text' && each.text === null) ?? [];
  return (
    unknown.length === 1 && parent!.children.some((each) => each.kind === 'element' && each.handlers.has('repeated'))
  );
}

/** The elements with a role that an element holds, past those without one; undefined if a program adds some. */
function ownedBy(element: MarkupElement, page: Page): readonly MarkupElement[] | undefined {
  const owned: MarkupElement[] = [];
  const open = [
    ...element.children,
    ...tokensOf(attributeOf(element, 'aria-owns')).flatMap((id) => page.markup.ids.get(id)?.slice(0, 1) ?? []),
  ].reverse();
  const seen = new Set<unknown>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'text') {
      if (node.text === null && !node.isWords && !isOfLoop(node)) return undefined;
      continue;
    }
    if (node.opaque || node.mayHaveMore || node.attributes.get('role') === null) return undefined;
    if (!page.exposures.isInTree(node)) continue;
    const role = page.roleOf(node);
    if (role === undefined || role === 'generic' || isDecorative(role)) open.push(...[...node.children].reverse());
    else owned.push(node);
  }
  return owned;
}

function* missingChildren(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    const needed = role === undefined ? undefined : REQUIRED_CHILDREN[role];
    if (role === undefined || needed === undefined || role === page.implicitRoleOf(element)) continue;
    if (attributeOf(element, 'aria-busy') === 'true' || element.attributes.get('aria-busy') === null) continue;
    if (element.attributes.get('aria-owns') === null) continue;
    const owned = ownedBy(element, page);
    if (owned === undefined) continue;
    const other = owned.find((each) => !needed.includes(page.roleOf(each) ?? ''));
    if (other)
      yield {
        element,
        message: `The role ${role} holds ${tagOf(other)}, which is no ${needed.slice(0, 3).join(' or ')}`,
      };
    // Words that only a program knows are to be seen as well.
    else if (owned.length === 0 && page.visibleText(element) !== '')
      yield { element, message: `The role ${role} holds no ${needed.slice(0, 3).join(' or ')}` };
  }
}

/** A group of radio buttons in which there is none. */
function* groupsWithoutChoices(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (explicitRole(element) !== 'radiogroup' || hasUnknownInside(element) || element.attributes.has('aria-owns'))
      continue;
    const isChoice = (each: MarkupElement): boolean =>
      page.roleOf(each) === 'radio' || each.attributes.get('role') === null || each.name.includes('-');
    if (textOf(element).trim() !== '' && ![...elementsIn(element)].some(isChoice))
      yield { element, message: 'The role radiogroup holds no radio' };
  }
}

function* exposedDecoration(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    const isMarked =
      isDecorative(role) || (role === undefined && isHtml(element, 'img') && element.attributes.get('alt') === '');
    const shown = page.roleOf(element);
    if (isMarked && !isDecorative(shown) && shown !== undefined && shown !== 'generic')
      yield {
        element,
        message: `${tagOf(element)} is marked as decoration, and is announced as ${shown} all the same`,
      };
  }
}

function* focusInside(page: Page, element: MarkupElement): Generator<MarkupElement> {
  for (const inner of elementsIn(element))
    if (!inner.mayHaveMore && !inner.opaque && page.isInTabOrder(inner)) yield inner;
}

/**
 * A dialog, drawer or menu of a toolkit. Its style does not display it before a script shows it and takes the attribute
 * away.
 */
const isShownLater = (element: MarkupElement): boolean =>
  /^(?:alert)?dialog$|^menu$/.test(attributeOf(element, 'role') ?? '') ||
  /(?:^|[\s_-])(?:modal|dialog|offcanvas|drawer|popup|lightbox|dropdown-menu)(?:$|[\s_-])/i.test(
    attributeOf(element, 'class') ?? '',
  );

function* focusInHidden(page: Page): Generator<Fault> {
  for (const element of page.markup.elements) {
    if (element.opaque || (element.mayHaveMore && !isHtml(element, ...PLAIN_BOXES))) continue;
    if (
      (attributeOf(element, 'aria-hidden') !== 'true' && !isHiddenAtTimes(element, page)) ||
      (element.parent && page.exposures.isAriaHidden(element.parent))
    )
      continue;
    const isKnown = element.attributes.get('aria-hidden') === null;
    if (isHtml(element, 'body', 'html') || (isShownLater(element) && !isKnown)) continue;
    const focusable = page.isInTabOrder(element) ? element : focusInside(page, element).next().value;
    if (focusable) yield { element, message: `aria-hidden hides ${tagOf(focusable)}, which the Tab key still reaches` };
  }
}

/** Attributes and properties that may hide an element from the Tab key, too. */
const HIDES_FROM_KEYS = ['hidden', 'inert', 'style'];

/**
 * Whether a state of its component hides an element from readers alone: the sheet of the component has all of its
 * classes, and none of them takes it away.
 */
function isHiddenAtTimes(element: MarkupElement, { markup }: Page): boolean {
  if (!element.choices.get('aria-hidden')?.includes('true') || markup.isPage) return false;
  if (HIDES_FROM_KEYS.some((name) => element.attributes.has(name)) || element.handlers.has('conditional')) return false;
  const css = markup.sheets.map((each) => each.css).join('\n');
  const look = element.handlers.get('look') ?? '';
  const named = [...look.matchAll(/class:([\w-]+)/g)].map(([, name = '']) => name);
  const isKnownLook = look.replace(/class:[\w-]+(?:=\{[^{}]*\})?/g, '').trim() === '';
  const classes = [...tokensOf(attributeOf(element, 'class')), ...named];
  return (
    classes.length > 0 &&
    isKnownLook &&
    classes.every((name) => css.includes(`.${name}`)) &&
    !markup.sheets.some(({ hides }) => hides) &&
    ![...elementsIn(element)].some((each) => each.attributes.get('tabindex') === null)
  );
}

/** Users of a component add attributes to the element around it, but seldom take back that it is hidden. */
const PLAIN_BOXES = ['div', 'section', 'aside', 'header', 'footer', 'nav', 'ul', 'ol', 'p', 'span'];

/** Attributes by which a control does something of its own. */
const HANDLES = /^(?:on[a-z]|\(|@|v-on:|x-on:|ng-click|formaction|popovertarget|commandfor)/;

/** A control of its own in a link. A component between them may put it elsewhere. */
function controlInLink(page: Page, link: MarkupElement): MarkupElement | undefined {
  if (!isHtml(link, 'a')) return undefined;
  for (const inner of focusInside(page, link)) {
    if (!isHtml(inner, 'button', 'input', 'select', 'textarea') || isNotDisplayed(inner, page)) continue;
    const around = [...ancestorsOf(inner)];
    if (!around.slice(0, around.indexOf(link)).some((each) => each.opaque)) return inner;
  }
  return undefined;
}

function* focusInPresentational(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = page.roleOf(element);
    const held = role === 'link' ? controlInLink(page, element) : undefined;
    if (held) {
      const does = [...held.attributes.keys()].some((name) => HANDLES.test(name));
      const what = does ? 'one press may do what both are for' : 'the Tab key stops at both for one place';
      yield { element, message: `A link holds ${tagOf(held)}: ${what}`, ...(!does && { isMild: true }) };
    }
    if (role === undefined || !factsOf(role)?.hidesChildren) continue;
    const [inner] = focusInside(page, element);
    if (inner)
      yield {
        element,
        message: `What is in the role ${role} is not announced, but the Tab key reaches ${tagOf(inner)}`,
      };
  }
}

/** Attributes that refer to elements by id. */
const REFERENCES = [
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
  'aria-owns',
  'aria-activedescendant',
  'aria-errormessage',
  'aria-details',
  'for',
  'headers',
  'list',
  'form',
];

/** Whether the file may show only one of several elements: each is a part of what a program decides about. */
const isDecided = (element: MarkupElement): boolean =>
  [element, ...ancestorsOf(element)].some(
    (each) => each.opaque !== (each.parent === undefined) || each.handlers.has('conditional') || hasUnknownText(each),
  );

function* ambiguousReferences(page: Page): Generator<Fault> {
  const { isTemplate, isPage } = page.markup;
  if (isTemplate && isPage) return;
  const told = new Set<string>();
  for (const element of page.elements)
    for (const name of REFERENCES)
      for (const id of tokensOf(attributeOf(element, name))) {
        const [first, second] = page.markup.ids.get(id) ?? [];
        if (!first || !second || told.has(id)) continue;
        if (isTemplate && (isDecided(first) || isDecided(second)) && !areOfOneList(first, second)) continue;
        told.add(id);
        yield {
          element: second,
          message: `The id "${id}" is given twice, and ${name} of ${tagOf(element)} finds only the first`,
        };
      }
}

const REPEATS = /^(?:v-for|\*ngfor|(?:data-)?ng-repeat)$/;
const DECIDES = /^(?:v-(?:if|else|else-if)|\*ng(?:if|switch\w+)|(?:data-)?ng-(?:if|switch-when|switch-default))$/;

/** Whether a loop of a template makes an element more than once, with nothing in between that may leave it out. */
function isMadeByLoop(element: MarkupElement): boolean {
  // The file has the value that each turn of the loop gives the element.
  if (element.origin) return false;
  for (const each of [element, ...ancestorsOf(element)]) {
    const names = [...each.attributes.keys()];
    if (each.opaque || each.handlers.has('sometimes') || names.some((name) => DECIDES.test(name))) return false;
    if (each.handlers.has('repeated') || names.some((name) => REPEATS.test(name))) return true;
  }
  return false;
}

/** An id that a loop gives to each of the elements that it makes, and that something refers to. */
function* idsInLoops(page: Page): Generator<Fault> {
  const told = new Set<string>();
  for (const element of page.elements)
    for (const name of REFERENCES)
      for (const id of tokensOf(attributeOf(element, name))) {
        const target = page.markup.ids.get(id)?.[0];
        if (!target || told.has(id) || !isMadeByLoop(target)) continue;
        told.add(id);
        yield {
          element: target,
          message: `A loop gives the id "${id}" several times, and ${name} of ${tagOf(element)} finds only the first`,
        };
      }
}

export const ariaRules: Readonly<Record<string, Rule>> = {
  'aria-attribute-unknown': unknownAttributes,
  'aria-attribute-obsolete': obsoleteAttributes,
  'aria-attribute-forbidden': forbiddenAttributes,
  'aria-value-invalid': invalidValues,
  'aria-reference-missing': missingReferences,
  'aria-state-missing': missingStates,
  'aria-parent-missing': missingContext,
  'aria-children-missing': function* (page) {
    yield* missingChildren(page);
    yield* groupsWithoutChoices(page);
  },
  'role-invalid': invalidRoles,
  'decoration-exposed': exposedDecoration,
  'hidden-focus': focusInHidden,
  'presentational-focus': focusInPresentational,
  'referenced-id-twice': function* (page) {
    yield* ambiguousReferences(page);
    yield* idsInLoops(page);
  },
};
