import type { MarkupElement, MarkupNode } from '../markup';

/** As much of the DOM as is needed to build a page of it. */
export interface DomNode {
  appendChild(child: DomNode): void;
  removeChild(child: DomNode): void;
  readonly firstChild: DomNode | null;
}

export interface DomElement extends DomNode {
  setAttribute(name: string, value: string): void;
}

interface DomDocument extends DomNode {
  createElementNS(namespace: string, name: string): DomElement;
  createTextNode(text: string): DomNode;
  elementsFromPoint: (x: number, y: number) => readonly DomElement[];
  querySelector: (selector: string) => DomElement | null;
  querySelectorAll: (selector: string) => Iterable<DomElement>;
}

export interface ComputedStyle {
  getPropertyValue(property: string): string;
}

export interface DomWindow {
  readonly document: DomDocument;
  getComputedStyle: (element: DomElement, pseudo?: string | null) => ComputedStyle;
  close(): void;
}

/** jsdom declares the whole DOM as global types, which a service does not have. */
const { JSDOM, VirtualConsole } = require('jsdom') as {
  readonly JSDOM: new (html: string, options: { readonly virtualConsole: unknown }) => { readonly window: DomWindow };
  readonly VirtualConsole: new () => unknown;
};

const NAMESPACES: Readonly<Record<MarkupElement['namespace'], string>> = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
};

/** Stands for what only a program knows. */
const UNKNOWN_TEXT = 'assay unknown text';
/** Nothing in a page runs or is loaded: these elements would begin to. */
const INERT = new Set([
  'script',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'link',
  'style',
  'base',
  'template',
]);

/**
 * One window, in which pages are built one after the other. Scripts are off, and nothing is loaded: those are jsdom's
 * defaults. Elements that could do either are built without what they would run or load.
 */
export class PageWindow {
  readonly window = new JSDOM('', { virtualConsole: new VirtualConsole() }).window;

  /** How many elements were built in it so far. */
  elements = 0;
  /** The labels of the page by what they are for. */
  private readonly labels = new Map<string, DomElement[]>();

  constructor() {
    // axe-core asks what covers the middle of the page. Without a layout nothing does.
    this.window.document.elementsFromPoint = () => [];
    this.findLabelsByIndex(this.window.document);
  }

  /** axe-core asks for the labels of each field several times, and each time jsdom looks through the whole page. */
  private findLabelsByIndex(document: DomDocument): void {
    const [one, all] = [document.querySelector.bind(document), document.querySelectorAll.bind(document)];
    const labelsBy = (selector: string): readonly DomElement[] | undefined => {
      const [, id] = /^label\[for="([^"\\]*)"\]$/.exec(selector) ?? [];
      return id === undefined ? undefined : (this.labels.get(id) ?? []);
    };
    document.querySelector = (selector) => {
      const labels = labelsBy(selector);
      return labels === undefined ? one(selector) : (labels[0] ?? null);
    };
    document.querySelectorAll = (selector) => labelsBy(selector) ?? all(selector);
  }

  /** Replaces the page by another one, and says which element of the file each element of it is. */
  build(root: MarkupElement): Map<DomElement, MarkupElement> {
    const { document } = this.window;
    while (document.firstChild) document.removeChild(document.firstChild);
    this.labels.clear();
    const origins = new Map<DomElement, MarkupElement>();
    let below: DomElement;
    if (root.name === 'html') below = this.add(document, root, origins);
    else {
      const page = this.wrap(document, 'html');
      page.setAttribute('lang', 'en');
      this.wrap(this.wrap(page, 'head'), 'title').appendChild(document.createTextNode(UNKNOWN_TEXT));
      below = this.wrap(this.wrap(page, 'body'), 'main');
      this.wrap(below, 'h1').appendChild(document.createTextNode(UNKNOWN_TEXT));
    }
    const open: { readonly into: DomElement; readonly node: MarkupNode }[] = [];
    const push = (into: DomElement, children: readonly MarkupNode[]) => {
      for (let index = children.length - 1; index >= 0; index -= 1) open.push({ into, node: children[index]! });
    };
    push(below, root.children);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { into, node } = next;
      if (node.kind === 'text') into.appendChild(document.createTextNode(node.text ?? UNKNOWN_TEXT));
      else push(this.add(into, node, origins), node.children);
    }
    return origins;
  }

  private wrap(parent: DomNode, name: string): DomElement {
    const element = this.window.document.createElementNS(NAMESPACES.html, name);
    parent.appendChild(element);
    return element;
  }

  private add(parent: DomNode, made: MarkupElement, origins: Map<DomElement, MarkupElement>): DomElement {
    const isBare = made.opaque || !NAME.test(made.name);
    const element = this.window.document.createElementNS(
      NAMESPACES[made.namespace],
      isBare ? 'assay-unknown' : made.name,
    );
    const isInert = INERT.has(made.name);
    for (const [name, value] of made.attributes) {
      if (!NAME.test(name) || name.startsWith('on')) continue;
      if (name.includes(':') && name !== 'xml:lang') continue;
      if (isInert && LOADING.has(name)) continue;
      element.setAttribute(name, value ?? UNKNOWN_TEXT);
    }
    if (made.opaque) element.appendChild(this.window.document.createTextNode(UNKNOWN_TEXT));
    origins.set(element, made);
    this.elements += 1;
    const labelled = made.name === 'label' ? made.attributes.get('for') : undefined;
    if (typeof labelled === 'string') this.labels.set(labelled, [...(this.labels.get(labelled) ?? []), element]);
    parent.appendChild(element);
    return element;
  }
}

const NAME = /^[a-z_][\w.:-]*$/i;
const LOADING = new Set(['src', 'srcdoc', 'href', 'data', 'archive', 'code', 'srcset']);
