/**
 * The value of an attribute as the file has it. Null: the file has the attribute, and only a program that fills the
 * template in knows its value.
 */
export type AttributeValue = string | null;

export interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export interface MarkupText {
  readonly kind: 'text';
  /** Null: whatever a program puts there, elements too. */
  readonly text: string | null;
  /** Whether a program puts words there, and no elements, as by `{{ name }}` of Vue. */
  readonly isWords?: true;
  /** The code of which a program shows the value: `tea.name`. */
  readonly shows?: string;
  readonly parent: MarkupElement | undefined;
}

export interface MarkupElement {
  readonly kind: 'element';
  /** In lower case for HTML. */
  readonly name: string;
  readonly namespace: 'html' | 'svg' | 'math';
  /** Names in lower case, as HTML writes them. */
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  /** The values of which an attribute has one, where the file names several: `isOpen ? 'true' : 'false'`. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  /**
   * The code of handlers that a template has in its text, by the attribute: that of `onclick`. `limited click` is a
   * handler of which a modifier limits what it is about. `scripted click` is one that a script of the page adds.
   * `conditional` is there where a directive decides whether the element is, and `model` is what Vue keeps the value
   * in. `look` is the code that decides which classes it has, and `named onclick` the name of a handler that stands
   * elsewhere; `bound alt` is the expression of a text alternative. `repeated` is there where a loop makes the element,
   * `sometimes` where a condition of a template decides about it, with its code where that is known; the inner one of
   * both counts. `component` is the name
   * of the component that writes the element, and `component code` the code of a component that hears of all keys.
   * `filled aria-label` is there if a value that only a program knows has words in any case, and `outermost` if users
   * of a component of Vue may give the element further attributes. The text of a script is in `code`, in
   * `code left` without what was read as markup that it puts into the page, and in `code by id` with an id for each
   * element that it finds: its own, or the one in `called`. `timer` has the seconds after which
   * a script leaves the page; `rotates` has the milliseconds after which one of a component shows the next of several
   * things. The root of a component has the text of its file, or of its script, in `file`.
   */
  readonly handlers: ReadonlyMap<string, string>;
  /** Whether a program may add attributes that the file does not name. */
  readonly mayHaveMore: boolean;
  /** Whether the file does not say what becomes of it, as of a component. Its children lie in it somewhere. */
  readonly opaque: boolean;
  readonly place: Place;
  /** Where the file has the element, if it is there once for each use of a component or each entry of a list. */
  readonly origin?: Place;
  readonly parent: MarkupElement | undefined;
  readonly children: MarkupNode[];
}

export type MarkupNode = MarkupElement | MarkupText;

/** A style sheet of a page, in the order of the cascade. */
export interface Sheet {
  readonly css: string;
  /** The media query of its element. */
  readonly media: string | undefined;
  /** Whether it hides something until a component shows that: such declarations are left out. */
  readonly hides?: true;
}

/** One page, or a part of one. */
export interface Markup {
  readonly root: MarkupElement;
  /** Whether it is a whole page. The markup around a part is not known. */
  readonly isPage: boolean;
  /** Whether a program fills it in. */
  readonly isTemplate: boolean;
  readonly sheets: readonly Sheet[];
  /** Whether there are style sheets that the target does not have. */
  readonly lacksSheets: boolean;
  /** In the order of the file, the root first. */
  readonly elements: readonly MarkupElement[];
  /** By id, in the order of the file. */
  readonly ids: ReadonlyMap<string, readonly MarkupElement[]>;
}

export interface NewElement
  extends Partial<Pick<MarkupElement, 'namespace' | 'mayHaveMore' | 'opaque' | 'choices' | 'handlers' | 'origin'>> {
  readonly name: string;
  readonly place: Place;
  readonly attributes?: ReadonlyMap<string, AttributeValue>;
}

/** Makes an element and appends it to its parent. */
export function addElement(parent: MarkupElement | undefined, made: NewElement): MarkupElement {
  const element: MarkupElement = {
    kind: 'element',
    namespace: 'html',
    attributes: new Map(),
    choices: new Map(),
    handlers: new Map(),
    mayHaveMore: false,
    opaque: false,
    ...made,
    parent,
    children: [],
  };
  parent?.children.push(element);
  return element;
}

/** Says of the elements that a parent got since it had so many children what a block around them does. */
export function markSince(parent: MarkupElement, count: number, mark: 'repeated' | 'sometimes', code = ''): void {
  for (const child of parent.children.slice(count))
    if (child.kind === 'element' && !child.handlers.has('repeated') && !child.handlers.has('sometimes'))
      (child.handlers as Map<string, string>).set(mark, code);
}

/** @param shows the code of which a program shows the value there */
export function addText(parent: MarkupElement, text: string | null, shows?: string): void {
  parent.children.push({ kind: 'text', text, ...(shows !== undefined && { shows }), parent });
}

/** Adds words that only a program knows. */
export function addUnknownWords(parent: MarkupElement, shows?: string): void {
  parent.children.push({ kind: 'text', text: null, isWords: true, ...(shows !== undefined && { shows }), parent });
}

/** The root element around a part of a page. */
export const newRoot = (): MarkupElement =>
  addElement(undefined, { name: 'assay-root', place: { line: 1, column: 1 }, opaque: true });

/** Makes the lists of a finished tree. */
export function markupOf(
  root: MarkupElement,
  about: Pick<Markup, 'isPage' | 'isTemplate'> & Partial<Pick<Markup, 'sheets' | 'lacksSheets'>>,
): Markup {
  const elements = [...elementsIn(root, true)];
  const ids = new Map<string, MarkupElement[]>();
  for (const element of elements) {
    const id = element.attributes.get('id');
    if (typeof id !== 'string' || id === '') continue;
    const known = ids.get(id);
    if (known) known.push(element);
    else ids.set(id, [element]);
  }
  return { sheets: [], lacksSheets: false, ...about, root, elements, ids };
}

/** Those below an element, in the order of the file; without recursion, because pages may be nested deeply. */
export function* elementsIn(root: MarkupElement, withRoot = false): Generator<MarkupElement> {
  const open: MarkupNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'text') continue;
    if (node !== root || withRoot) yield node;
    for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index]!);
  }
}

export function* ancestorsOf(element: MarkupElement): Generator<MarkupElement> {
  for (let parent = element.parent; parent !== undefined; parent = parent.parent) yield parent;
}

/** Whether a list of the file makes both of two elements, with nothing that leaves one of them out. */
export const areOfOneList = (one: MarkupElement, other: MarkupElement): boolean =>
  one.origin !== undefined &&
  one.origin.line === other.origin?.line &&
  one.origin.column === other.origin.column &&
  ![one, ...ancestorsOf(one)].some(({ handlers }) => handlers.has('sometimes'));

/** The value that the file has; undefined for none, and for one that only a program knows. */
export const attributeOf = (element: MarkupElement, name: string): string | undefined =>
  element.attributes.get(name) ?? undefined;

/** All values that the file says an attribute can have. */
export const valuesOf = (element: MarkupElement, name: string): readonly string[] => {
  const value = attributeOf(element, name);
  return value === undefined ? (element.choices.get(name) ?? []) : [value];
};

export const isHtml = (element: MarkupElement, ...names: readonly string[]): boolean =>
  element.namespace === 'html' && names.includes(element.name);

/** The text of an element without that of the elements in it. */
export const ownTextOf = ({ children }: MarkupElement): string =>
  children.map((child) => (child.kind === 'text' ? (child.text ?? '') : '')).join(' ');

export const HEADINGS: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Whether the file does not say what becomes of the element, as of a component. The root is no such element. */
export const isComponent = (element: MarkupElement): boolean => element.opaque && element.parent !== undefined;

/** Whether a program puts something right into the element. */
export const hasUnknownText = (element: MarkupElement): boolean =>
  element.children.some((child) => child.kind === 'text' && child.text === null);

/** The elements and texts in an element, without the space between them. */
export const contentOf = (element: MarkupElement): readonly MarkupNode[] =>
  element.children.filter((child) => child.kind === 'element' || child.text === null || child.text.trim() !== '');

/** Whether a program puts something into the element, at any depth. */
export function hasUnknownInside(element: MarkupElement): boolean {
  if (hasUnknownText(element)) return true;
  for (const inner of elementsIn(element)) {
    if (inner.opaque || inner.mayHaveMore) return true;
    if (hasUnknownText(inner)) return true;
  }
  return false;
}

/** Whether the file does not say what an element around this one is. */
export function hasUnknownAround(element: MarkupElement): boolean {
  for (const ancestor of ancestorsOf(element)) if (ancestor.opaque) return true;
  return false;
}

/** Elements that browsers show on lines or in boxes of their own, so that their words do not run into others. */
const APART = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'br', 'caption', 'dd', 'details', 'dialog', 'div', 'dl', 'dt'],
  ...['fieldset', 'figcaption', 'figure', 'footer', 'form', 'header', 'hr', 'legend', 'li', 'main', 'nav', 'ol'],
  ...['option', 'p', 'pre', 'section', 'summary', 'table', 'td', 'th', 'tr', 'ul', ...HEADINGS],
]);

/** A text with one space in the place of each gap. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text of an element as it is read: with one space in the place of each gap. */
export const textOnOneLine = (element: MarkupElement): string => onOneLine(textOf(element));

/** The text as written, without what is unknown. A space keeps the words of two blocks apart. */
export function textOf(element: MarkupElement): string {
  const parts: string[] = [];
  const open: (MarkupNode | ' ')[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === ' ') parts.push(node);
    else if (node.kind === 'text') parts.push(node.text ?? '');
    else {
      const isApart = node !== element && node.namespace === 'html' && APART.has(node.name);
      if (isApart) {
        parts.push(' ');
        open.push(' ');
      }
      for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index]!);
    }
  }
  return parts.join('');
}

/** Parts of a list that spaces separate. */
export const tokensOf = (value: string | undefined): readonly string[] =>
  (value ?? '').split(/[\t\n\f\r ]+/).filter((token) => token !== '');
