import {
  type MarkupElement,
  type MarkupText,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { BETWEEN, REQUIRED_CHILDREN, REQUIRED_CONTEXT } from '../semantics/aria';
import { explicitRole, isDecorative } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';

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

export const ownedRoleRules: Readonly<Record<string, Rule>> = {
  'aria-parent-missing': missingContext,
  'aria-children-missing': function* (page) {
    yield* missingChildren(page);
    yield* groupsWithoutChoices(page);
  },
};
