import {
  type MarkupElement,
  ancestorsOf,
  areOfOneList,
  attributeOf,
  hasUnknownText,
  isHtml,
  tokensOf,
} from '../markup';
import { explicitRole } from '../semantics/roles';
import { isWritten } from './aria';
import { type Fault, type Page, type Rule, tagOf } from './page';

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
    (each) =>
      each.opaque !== (each.parent === undefined) ||
      each.handlers.has('conditional') ||
      each.handlers.has('sometimes') ||
      hasUnknownText(each),
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
      if (wrong === undefined || (page.hasAllIds && !wrong.startsWith('#') && name !== 'aria-controls')) continue;
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

export const referenceRules: Readonly<Record<string, Rule>> = {
  'aria-reference-missing': missingReferences,
  'referenced-id-twice': function* (page) {
    yield* ambiguousReferences(page);
    yield* idsInLoops(page);
  },
};
