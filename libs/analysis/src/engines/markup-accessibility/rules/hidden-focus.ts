import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, isHtml, tokensOf } from '../markup';
import { factsOf } from '../semantics/aria';
import { explicitRole, isDecorative } from '../semantics/roles';
import { isNotDisplayed } from './names';
import { type Fault, type Page, type Rule, tagOf } from './page';

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

export const hiddenFocusRules: Readonly<Record<string, Rule>> = {
  'decoration-exposed': exposedDecoration,
  'hidden-focus': focusInHidden,
  'presentational-focus': focusInPresentational,
};
