import {
  type Markup,
  type MarkupElement,
  type MarkupNode,
  attributeOf,
  elementsIn,
  hasUnknownText,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { factsOf } from './aria';
import type { Exposures } from './exposure';
import { inputType, roleOf } from './roles';
import { type GeneratedText, generatedTexts } from '../style/generated-texts';

/** The name that assistive technology says. Null: it depends on what only a program knows. */
export type AccessibleName = string | null;

interface Way {
  /** The elements whose name is part of the name that is asked for. */
  readonly visited: ReadonlySet<MarkupElement>;
  /** Whether something refers to the element by its id: then it may be hidden. */
  readonly isReferred: boolean;
  /** Whether it is part of the content of what is named. */
  readonly isContent: boolean;
}

const LABELABLE = ['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea'];
/** Names longer than this are as good as any. */
const MAX_VISITED = 2_000;

/** A sign that is seen or spoken: no space, and none of no width. */
const SHOWS_SOMETHING = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/;

/** The names of the elements of one page, computed as the W3C's "Accessible Name and Description Computation" says. */
export class Names {
  private readonly known = new Map<MarkupElement, AccessibleName>();
  private labels: ReadonlyMap<MarkupElement, readonly MarkupElement[]> | undefined;
  private steps = 0;
  private texts: readonly GeneratedText[] | undefined;

  constructor(
    private readonly markup: Markup,
    private readonly exposures: Exposures,
  ) {}

  /** With single spaces, and none at the ends. */
  of(element: MarkupElement): AccessibleName {
    const known = this.known.get(element);
    if (known !== undefined) return known;
    this.steps = 0;
    const computed = this.compute(element, { visited: new Set(), isReferred: false, isContent: false });
    const name = computed === null ? null : SHOWS_SOMETHING.test(computed) ? computed.replace(/\s+/g, ' ').trim() : '';
    this.known.set(element, name);
    return name;
  }

  /** Whether the file says for certain that it has no name. */
  isNameless(element: MarkupElement): boolean {
    return this.of(element) === '';
  }

  /** Whether a style sheet puts a text into it, or into what stands in it. */
  isNamedBySheet(element: MarkupElement): boolean {
    return [element, ...elementsIn(element)].some((each) => this.generated(each) !== '');
  }

  private generated(element: MarkupElement): string {
    this.texts ??= generatedTexts(this.markup.sheets);
    return this.texts.find(({ matches }) => matches(element))?.text ?? '';
  }

  /** Its `<label>`s, in the order of the file. */
  labelsOf(element: MarkupElement): readonly MarkupElement[] {
    this.labels ??= labelsIn(this.markup);
    return this.labels.get(element) ?? [];
  }

  private compute(element: MarkupElement, way: Way): AccessibleName {
    if ((this.steps += 1) > MAX_VISITED) return null;
    if (way.visited.has(element)) return '';
    const isHidden = !way.isReferred && attributeOf(element, 'aria-hidden') === 'true';
    if (element.opaque) return isHidden ? '' : null;
    const next: Way = { ...way, visited: new Set([...way.visited, element]) };
    if (!way.isReferred && !this.exposures.isInTree(element)) return '';
    const byAuthor = this.byAria(element, next);
    if (byAuthor !== '') return byAuthor;
    if (element.mayHaveMore) return null;
    if (way.isContent) {
      const value = this.embeddedValue(element);
      if (value !== undefined) return value;
    }
    const native = this.native(element, next);
    if (native !== '') return native;
    const role = roleOf(element, this.exposures);
    if (
      way.isContent ||
      way.isReferred ||
      (role !== undefined && factsOf(role)?.isNamedFromContent) ||
      isHtml(element, 'summary')
    ) {
      const content = this.content(element, next);
      if (content === null || content.trim() !== '') return content;
    }
    return this.tooltip(element);
  }

  private byAria(element: MarkupElement, way: Way): AccessibleName {
    const labelledby = element.attributes.get('aria-labelledby');
    if (labelledby === null) return null;
    // A reference is followed once: an element may name itself.
    if (labelledby !== undefined && !way.isReferred) {
      const parts = tokensOf(labelledby).map((id) => this.referred(id, way));
      if (parts.includes(null)) return null;
      const name = parts.join(' ');
      if (name.trim() !== '') return name;
    }
    const label = element.attributes.get('aria-label');
    return label === null ? null : label?.trim() ? label : '';
  }

  private referred(id: string, way: Way): AccessibleName {
    const target = this.markup.ids.get(id)?.[0];
    if (target === undefined) return this.markup.isPage && !this.markup.isTemplate ? '' : null;
    const visited = new Set([...way.visited].filter((element) => element !== target));
    return this.compute(target, { visited, isReferred: true, isContent: false });
  }

  /** The value of a field that is embedded in a label. */
  private embeddedValue(element: MarkupElement): AccessibleName | undefined {
    const role = roleOf(element, this.exposures);
    if (
      isHtml(element, 'input') &&
      (role === 'textbox' || role === 'searchbox' || role === 'spinbutton' || role === 'slider')
    )
      return element.attributes.get('value') ?? (element.attributes.has('value') ? null : '');
    if (isHtml(element, 'textarea')) return textOf(element);
    if (isHtml(element, 'select')) {
      const options = [...elementsIn(element)].filter((each) => isHtml(each, 'option'));
      const chosen = options.find((each) => each.attributes.has('selected')) ?? options[0];
      return chosen ? textOf(chosen) : '';
    }
    return undefined;
  }

  private native(element: MarkupElement, way: Way): AccessibleName {
    const { attributes } = element;
    const valueOf = (name: string): AccessibleName => (attributes.get(name) === undefined ? '' : attributes.get(name)!);
    if (element.namespace === 'svg') return this.firstChild(element, 'title', way);
    switch (element.name) {
      case 'img':
      case 'area':
        return valueOf('alt');
      case 'input': {
        const type = inputType(element);
        const label = this.byLabel(element, way);
        if (label !== '') return label;
        if (type === 'image') return valueOf('alt');
        if (type === 'submit' || type === 'reset') return attributes.has('value') ? valueOf('value') : type;
        if (type === 'button') return valueOf('value');
        return '';
      }
      case 'button':
      case 'meter':
      case 'output':
      case 'progress':
      case 'select':
      case 'textarea':
        return this.byLabel(element, way);
      case 'fieldset':
        return this.firstChild(element, 'legend', way);
      case 'figure':
        return this.firstChild(element, 'figcaption', way);
      case 'table':
        return this.firstChild(element, 'caption', way);
      case 'optgroup':
        return valueOf('label');
      default:
        return '';
    }
  }

  private firstChild(element: MarkupElement, name: string, way: Way): AccessibleName {
    const child = element.children.find((each): each is MarkupElement => each.kind === 'element' && each.name === name);
    if (!child) return '';
    return element.namespace === 'svg' ? textNameOf(child) : this.content(child, way);
  }

  private byLabel(element: MarkupElement, way: Way): AccessibleName {
    const labels = this.labelsOf(element).filter((label) => !way.visited.has(label));
    const parts = labels.map((label) =>
      this.exposures.isHidden(label) ? '' : this.compute(label, { ...way, isReferred: false, isContent: true }),
    );
    return parts.includes(null) ? null : parts.join(' ');
  }

  private content(element: MarkupElement, way: Way): AccessibleName {
    const parts: string[] = [];
    for (const child of element.children) {
      const part = this.part(child, way);
      if (part === null) return null;
      parts.push(part);
    }
    if (parts.every((part) => part?.trim() === '')) parts.push(this.generated(element));
    return parts.join('');
  }

  private part(child: MarkupNode, way: Way): AccessibleName {
    if (child.kind === 'text') return child.text;
    const isLine = INLINE.has(child.name);
    const name = this.compute(child, { ...way, isContent: true });
    return name === null ? null : isLine ? name : ` ${name} `;
  }

  private tooltip(element: MarkupElement): AccessibleName {
    const title = element.attributes.get('title');
    if (title === null) return null;
    if (title?.trim()) return title;
    if (!isHtml(element, 'input', 'textarea')) return '';
    const { attributes } = element;
    if (attributes.get('placeholder') === null || attributes.get('aria-placeholder') === null) return null;
    return attributes.get('placeholder') ?? attributes.get('aria-placeholder') ?? '';
  }
}

const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'em',
  'font',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'var',
  'wbr',
]);

const textNameOf = (element: MarkupElement): AccessibleName => (hasUnknownText(element) ? null : textOf(element));

/**
 * A label belongs to the element that its `for` names, else to the first field in it. Branches of a template may give
 * one id to several elements, of which the page shows one.
 */
function labelsIn(markup: Markup): ReadonlyMap<MarkupElement, readonly MarkupElement[]> {
  const labels = new Map<MarkupElement, MarkupElement[]>();
  for (const label of markup.elements) {
    if (!isHtml(label, 'label')) continue;
    const id = attributeOf(label, 'for');
    const targets = label.attributes.has('for')
      ? elementsOfId(markup, id)
      : [...elementsIn(label)]
          .filter((each) => isHtml(each, ...LABELABLE) && attributeOf(each, 'type') !== 'hidden')
          .slice(0, 1);
    for (const target of targets) labels.set(target, [...(labels.get(target) ?? []), label]);
  }
  return labels;
}

function elementsOfId(markup: Markup, id: string | undefined): readonly MarkupElement[] {
  const elements = (id === undefined ? undefined : markup.ids.get(id)) ?? [];
  return markup.isTemplate ? elements : elements.slice(0, 1);
}
