import { type MarkupElement, ancestorsOf, attributeOf, isHtml } from '../markup';
import { isDisabled, isInTabOrder, tabindexOf } from '../semantics/focus';
import { hoverStylesOf } from '../style/hover-styles';
import { type Utility, utilitiesOf } from '../style/utilities';
import { listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';

const CONTROLS = ['button', 'input', 'select', 'textarea', 'summary'];

const isControl = (element: MarkupElement): boolean =>
  isHtml(element, ...CONTROLS) || (isHtml(element, 'a') && element.attributes.has('href'));

/** How a class hides an element, and the classes that show it again. */
const WAYS: readonly { readonly hides: RegExp; readonly shows: RegExp; readonly isReached: boolean }[] = [
  { hides: /^opacity-0$/, shows: /^opacity-(?!0$)/, isReached: true },
  { hides: /^invisible$/, shows: /^visible$/, isReached: false },
  { hides: /^hidden$/, shows: /^(?:block|flex|grid|inline(?:-\w+)?|contents)$/, isReached: false },
];
/** Screens are no states: `md:opacity-0` hides at rest on a wide one. */
const SCREEN = /^(?:sm|md|lg|xl|2xl)$/;
/** The pointer over the element itself shows nothing that is not there. */
const UNDER_POINTER = /^(?:group-|peer-|in-)?hover\b/;

const isOfRest = ({ variants }: Utility): boolean => variants.every((each) => SCREEN.test(each));
const isOfPointer = ({ variants }: Utility): boolean => variants.some((each) => UNDER_POINTER.test(each));
/** Something else than the pointer shows it: the focus, a state, a device without a pointer. */
const isOfOther = (utility: Utility): boolean => !isOfRest(utility) && !isOfPointer(utility);

/** How classes hide an element until a pointer is over it, and whether a key reaches it nevertheless. */
function hiddenUntilPointed(utilities: readonly Utility[]): { readonly isReached: boolean } | undefined {
  return WAYS.find(({ hides, shows }) => {
    if (!utilities.some((each) => hides.test(each.name) && isOfRest(each))) return false;
    const shown = utilities.filter(({ name }) => shows.test(name));
    return shown.some(isOfPointer) && !shown.some((each) => isOfOther(each) || isOfRest(each));
  });
}

/** An element that is hidden at rest, with the control in it or the control itself. */
interface Hidden {
  readonly hiding: MarkupElement;
  readonly isReached: boolean;
}

/** A control that is shown under the pointer alone. Who goes there by keys does not see where the focus is. */
function* controlsUnderPointer(page: Page): Generator<Fault> {
  const isFadedByStyle = fadedByStyle(page);
  const told = new Set<string>();
  for (const element of page.elements) {
    if (!isControl(element) || isDisabled(element) || (tabindexOf(element) ?? 0) < 0) continue;
    const hidden = hiddenByClasses(element) ?? isFadedByStyle(element);
    if (hidden === undefined || attributeOf(element, 'type')?.toLowerCase() === 'hidden') continue;
    // Elements of one look have one style: each of them is hidden by the same words.
    const look = `${hidden.hiding.name} ${attributeOf(hidden.hiding, 'class') ?? hidden.hiding.place.line}`;
    if (told.has(look)) continue;
    told.add(look);
    const why = hidden.isReached ? 'not when it has the focus' : 'no key gets to it';
    yield { element, message: `${tagOf(element)} is shown when a pointer is there, and ${why}` };
  }
}

/** The nearest of an element and those around it that its classes hide, if what may be there is known up to it. */
function hiddenByClasses(element: MarkupElement): Hidden | undefined {
  for (const each of [element, ...ancestorsOf(element)]) {
    if (each.attributes.get('style') === null) return undefined;
    const utilities = each.parent === undefined || each.opaque ? undefined : utilitiesOf(each);
    if (utilities === undefined) return undefined;
    const way = hiddenUntilPointed(utilities);
    if (way) return { hiding: each, isReached: way.isReached };
  }
  return undefined;
}

const SHOWS = /^opacity:(?!0(?:\.0+)?%?$)/;
const NOTHING = /^0(?:\.0+)?%?$/;
const NEVER = (): undefined => undefined;

/** Finds the element that a style sheet of the page makes transparent until the pointer is there. */
function fadedByStyle(page: Page): (element: MarkupElement) => Hidden | undefined {
  if (page.markup.lacksSheets) return NEVER;
  const { byPointer, byFocus } = hoverStylesOf(page.markup.sheets, SHOWS);
  if (byPointer.length === 0) return NEVER;
  return (element) => {
    if (!isInTabOrder(element, page.exposures)) return undefined;
    const around = [element, ...ancestorsOf(element)];
    const hiding = around.find((each) => NOTHING.test(page.cascade.styleOf(each).get('opacity')?.value.trim() ?? ''));
    if (!hiding || !byPointer.some((matches) => matches(hiding)) || byFocus.some((matches) => matches(hiding)))
      return undefined;
    // A script may show it, where it listens to the focus.
    return around.some((each) => listensTo(each, 'focus', 'focusin')) ? undefined : { hiding, isReached: true };
  };
}

export const hoverRules: Readonly<Record<string, Rule>> = { 'control-by-hover': controlsUnderPointer };
