import {
  type Markup,
  type MarkupElement,
  type MarkupNode,
  ancestorsOf,
  attributeOf,
  hasUnknownAround,
  textOf,
  onOneLine,
} from '../markup';
import { Exposures } from '../semantics/exposure';
import { isInTabOrder } from '../semantics/focus';
import { Names } from '../semantics/name';
import { implicitRole, roleOf } from '../semantics/roles';
import { type Cascade, cascadeOf } from '../style/cascade';
import type { FocusStyles } from '../style/focus-styles';
import type { Hiding } from '../style/hidden-classes';
import type { Surroundings } from '../read/html';

/** The report of a rule about an element. */
export interface Fault {
  readonly element: MarkupElement;
  /** One sentence without a full stop: what is wrong with this one. */
  readonly message: string;
  /** Less is lost than the rule says. */
  readonly isMild?: true;
}

/** A rule looks at a page as a whole, because many compare its elements. */
export type Rule = (page: Page) => Iterable<Fault>;

/** The files of the target that belong to a page, and facts about its own file. */
export interface PageSurroundings extends Surroundings {
  /** The page that a frame shows, by its `srcdoc` or its `src`; undefined if the target does not have it. */
  readonly frameOf?: (srcdoc: string | undefined, src: string | undefined) => Page | undefined;
  /** How style sheets of the target, linked or not, hide every element of a class. */
  readonly hidingOf?: (className: string) => Hiding | undefined;
  /** The styles of the focus in the sheets of the target, linked or not. */
  readonly focusStyles?: () => FocusStyles;
  /** Whether a script of the target gives a name to the element with an id. */
  readonly isNamedByScript?: (id: string) => boolean;
  /** Whether the file puts an editor in the place of a text area. */
  readonly replacesTextArea?: boolean;
}

/** Attributes that change the meaning of an element when a program sets them. */
const DECISIVE = ['role', 'aria-hidden', 'type', 'tabindex'];

/** A page with the answers to the questions of rules. */
export class Page {
  readonly cascade: Cascade;
  readonly exposures: Exposures;
  readonly names: Names;
  private readonly roles = new Map<MarkupElement, string | undefined>();
  /** Those of which the file says what they are. */
  readonly elements: readonly MarkupElement[];
  private all: readonly MarkupElement[] | undefined;

  constructor(
    readonly markup: Markup,
    readonly surroundings: PageSurroundings,
  ) {
    this.cascade = cascadeOf(markup);
    this.exposures = new Exposures(this.cascade);
    this.names = new Names(markup, this.exposures);
    this.elements = markup.elements.filter((each) => !each.mayHaveMore && !each.opaque && !isDecidedElsewhere(each));
  }

  /** The same with the outermost element of a component: who uses it seldom gives that another look. */
  get styled(): readonly MarkupElement[] {
    this.all ??= [
      ...this.markup.elements.filter(
        (each) => each.handlers.has('outermost') && !each.opaque && !isDecidedElsewhere(each) && each.mayHaveMore,
      ),
      ...this.elements,
    ];
    return this.all;
  }

  /** Those of them that are exposed to assistive technology. */
  *inTree(): Generator<MarkupElement> {
    for (const element of this.elements) if (this.exposures.isInTree(element)) yield element;
  }

  roleOf(element: MarkupElement): string | undefined {
    if (!this.roles.has(element)) this.roles.set(element, roleOf(element, this.exposures));
    return this.roles.get(element);
  }

  implicitRoleOf(element: MarkupElement): string | undefined {
    return implicitRole(element, this.exposures);
  }

  isInTabOrder(element: MarkupElement): boolean {
    return isInTabOrder(element, this.exposures);
  }

  /** Whether ids that the file does not have are nowhere. */
  get hasAllIds(): boolean {
    return this.markup.isPage && !this.markup.isTemplate;
  }

  /** The nearest element around it that tells assistive technology something. */
  parentInTree(element: MarkupElement): MarkupElement | 'unknown' | undefined {
    for (const ancestor of ancestorsOf(element)) {
      if (ancestor.opaque || ancestor.mayHaveMore || isDecidedElsewhere(ancestor)) return 'unknown';
      const role = this.roleOf(ancestor);
      if (role !== undefined && role !== 'generic' && role !== 'none' && role !== 'presentation') return ancestor;
    }
    return undefined;
  }

  isPlacedByUnknown(element: MarkupElement): boolean {
    return hasUnknownAround(element);
  }

  /** The text of an element that is to be seen; null if a program puts something into it. */
  visibleText(element: MarkupElement): string | null {
    const parts: string[] = [];
    const open: MarkupNode[] = [...element.children].reverse();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.kind === 'text') {
        if (node.text === null) return null;
        parts.push(node.text);
      } else if (node.opaque || node.attributes.get('hidden') === null) return null;
      else if (this.exposures.isSeen(node) && !isForReadersOnly(node)) open.push(...[...node.children].reverse());
    }
    return onOneLine(parts.join(''));
  }

  hasVisibleTextOfItsOwn(element: MarkupElement): boolean {
    return (
      this.exposures.isSeen(element) &&
      element.children.some((child) => child.kind === 'text' && (child.text ?? '').trim() !== '')
    );
  }

  readonly textOf = textOf;
}

const isDecidedElsewhere = (element: MarkupElement): boolean =>
  DECISIVE.some((name) => element.attributes.get(name) === null);

/** Names that style sheets give to text that only screen readers get. */
const FOR_READERS =
  /(?:^|\s)(?:visually-?hidden(?:-focusable)?|sr-only|screen-reader-text|cdk-visually-hidden)(?:\s|$)/;

const isForReadersOnly = (element: MarkupElement): boolean => FOR_READERS.test(attributeOf(element, 'class') ?? '');

/** How an element is shown in a message: its start tag, shortened. */
export function tagOf(element: MarkupElement): string {
  const attributes = [...element.attributes]
    .slice(0, 4)
    .map(([name, value]) => (value === null ? `${name}=…` : value === '' ? name : `${name}="${value}"`));
  return `<${[element.name, ...attributes].join(' ').slice(0, 80)}>`;
}
