import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter, html, parse, parseFragment } from 'parse5';
import { Unreadable } from '../../kit/per-file';
import { replaceMarks, withoutUnshown } from '../../kit/page-templates';
import {
  type AttributeValue,
  type Markup,
  type MarkupElement,
  type Place,
  type Sheet,
  addElement,
  addText,
  addUnknownWords,
  elementsIn,
} from '../markup';
import { markupOf, newRoot } from '../markup';
import { newBudget } from './budget';
import { FoundElements } from './found-elements';
import { isIconOfAngular, mayNameIcon } from './icons';
import { type Listeners, listenersIn } from './listeners';
import { runAtStart } from './scripted-attributes';
import { NO_SCOPE, type Scope } from './meaning';
import { scriptsIn } from './timers';
import { MARK, boundAttribute, fillMark, isBlockOfTemplate } from './template-words';

const NAMESPACES: Readonly<Record<string, MarkupElement['namespace']>> = {
  [html.NS.HTML]: 'html',
  [html.NS.SVG]: 'svg',
  [html.NS.MATHML]: 'math',
};

/** The files of the target that belong to a page's text. */
export interface Surroundings {
  /** The text of a style sheet of the target, by the address that the page names; undefined if there is none. */
  readonly sheetAt: (href: string) => string | undefined;
  /** Whether a mark in text puts words there, and no elements, as in templates of Angular. */
  readonly hasMarksOfWords?: boolean;
  /** The names that a template has from the class of its component. */
  readonly scope?: Scope;
  /** Where the text begins, if it is a part of another file. */
  readonly line?: number;
  readonly column?: number;
  /** Where the file has the character at an offset, if the text was put together from parts of it. */
  readonly placeAt?: (offset: number) => Place;
}

/** Elements are visited several times each by the rules. */
const MAX_TAGS = 10_000;
/** Browsers nest no deeper than 512. */
const MAX_DEPTH = 512;

/**
 * Reads a page, or a part of one, with or without the marks of a template.
 * @throws Unreadable for a page with more elements than can be judged
 */
export function readHtml(written: string, surroundings: Surroundings): Markup {
  const tags = written.match(/<[a-z]/gi)?.length ?? 0;
  if (tags > MAX_TAGS) throw new Unreadable(`more than ${MAX_TAGS} tags`);
  const plain = withoutFrontMatter(withMarksOfBuilds(withoutScripts(withoutUnshown(written))));
  const { text, marks } = replaceMarks(plain, (mark, place, begin) => fillMark(mark, place, plain[begin - 1]));
  const isPage = /<html[\s>]|<!doctype\s/i.test(text.replace(/<!--[^]*?-->/g, '')) && !HOLDS_FRAGMENTS.test(text);
  const isTemplate = marks > 0 || plain !== withoutScripts(written);
  // For the parser a line ends with a lone carriage return, too. Findings count the lines that a line feed ends.
  const withLines = text.replace(/\r(?!\n)/g, ' ');
  return new Reader(surroundings, labelledIn(plain), scriptsIn(written), plain).read(withLines, isPage, isTemplate);
}

/**
 * Reads markup that a script puts into an element of a page, or wherever it likes.
 * @param into gets the elements
 * @param context the name of the element that the markup stands in; undefined if that is not known
 * @param listeners the events that scripts of the page listen to
 * @throws Unreadable for markup with more elements than can be judged
 */
export function readFragment(
  into: MarkupElement,
  written: string,
  surroundings: Surroundings,
  context: string | undefined,
  listeners: Listeners,
): void {
  const tags = written.match(/<[a-z]/gi)?.length ?? 0;
  if (tags > MAX_TAGS) throw new Unreadable(`more than ${MAX_TAGS} tags`);
  const plain = withoutScripts(written);
  const { text } = replaceMarks(plain, (mark, place, begin) => fillMark(mark, place, plain[begin - 1]));
  const around = context === undefined ? null : defaultTreeAdapter.createElement(context, html.NS.HTML, []);
  const { childNodes } = parseFragment(around, text, { sourceCodeLocationInfo: true });
  new Reader(surroundings, new Set(), new Map(), plain, listeners).readBelow(into, childNodes);
}

/** A tag of a template that writes a label names the field: `{% field label_text=_("Size") id_for_label="size" %}`. */
const WRITES_LABEL = /\{%[^%]{0,500}?\s(?:id_for_label|label_for|for_id)=["']([\w-]{1,100})["']/g;

const labelledIn = (page: string): ReadonlySet<string> =>
  new Set(Array.from(page.matchAll(WRITES_LABEL), ([, id = '']) => id));

/** A file of Thymeleaf whose `<html>` is there for anybody who opens it in a browser: pages take the parts alone. */
const HOLDS_FRAGMENTS = /^(?![^]*<head[\s>])[^]*<(?!html\b)[a-z][^<>]*\sth:fragment=/i;

/** `%sveltekit.head%` and `%PUBLIC_URL%`, which a build replaces, as marks like any others. */
const withMarksOfBuilds = (text: string) =>
  text.replace(/%(?:sveltekit\.[a-z]|[A-Z][A-Z_])[\w.]*%/g, (mark) => `{{${mark.slice(2, -2)}}}`);

/** Neither scripts nor comments are judged. Line breaks stay. */
const withoutScripts = (text: string) =>
  text.replace(
    /(<script\b[^>]*>)([^]*?)(<\/script)|<!--(?!>)(?:(?!-->)[^])*-->/gi,
    (all, open: string, body: string, close: string) =>
      open === undefined ? blank(all) : `${open}${blank(body)}${close}`,
  );

const withoutFrontMatter = (text: string) => text.replace(/^---[ \t]*\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/, blank);

const blank = (text: string) => text.replace(/[^\r\n]/g, ' ');

class Reader {
  private readonly sheets: Sheet[] = [];
  private lacksSheets = false;
  private isTemplate = false;
  private readonly listeners: Listeners;
  /** The names where what is read stands. */
  private scope: Scope;
  private readonly budget = newBudget();

  constructor(
    private readonly surroundings: Surroundings,
    /** Ids of fields whose labels tags of the template write. */
    private readonly labelled: ReadonlySet<string>,
    private readonly scripts: ReadonlyMap<number, ReadonlyMap<string, string>>,
    /** The page with its marks. */
    private readonly plain: string,
    listeners?: Listeners,
  ) {
    this.scope = surroundings.scope ?? NO_SCOPE;
    this.listeners = listeners ?? listenersIn([...scripts.values()].flatMap((each) => each.get('code') ?? []));
  }

  read(text: string, isPage: boolean, isTemplate: boolean): Markup {
    this.isTemplate = isTemplate;
    const document = parse(text, { sourceCodeLocationInfo: true });
    const top = document.childNodes.find((node): node is Tree.Element => node.nodeName === 'html')!;
    const root = isPage ? this.elementOf(undefined, top) : newRoot();
    this.readBelow(root, isPage ? top.childNodes : contentsOf(top));
    const others = this.readScripts(root);
    const markup = markupOf(root, {
      isPage,
      isTemplate: this.isTemplate,
      sheets: this.sheets,
      lacksSheets: this.lacksSheets,
    });
    for (const [id, element] of others) (markup.ids as Map<string, readonly MarkupElement[]>).set(id, [element]);
    return markup;
  }

  /**
   * Runs what scripts do at the start, and keeps the code of each with the ids of the elements that it finds.
   * @returns the elements that have no id in the page, by the ids that stand for them
   */
  private readScripts(root: MarkupElement): ReadonlyMap<string, MarkupElement> {
    const scripts = [...elementsIn(root)].filter(({ name, handlers }) => name === 'script' && handlers.has('code'));
    if (scripts.length === 0) return new Map();
    const found = new FoundElements(root);
    const codes = scripts.map(({ handlers }) => {
      const code = found.byIds(handlers.get('code')!);
      (handlers as Map<string, string>).set('code by id', code);
      return code;
    });
    // Those that the page has under an id know of their listeners already.
    if (found.others.size > 0)
      for (const [selector, events] of listenersIn(codes)) {
        const element = found.others.get(selector.slice(1));
        for (const event of events)
          (element?.handlers as Map<string, string> | undefined)?.set(`scripted ${event}`, '');
      }
    runAtStart(
      root,
      scripts.map(({ handlers }) => handlers.get('code')!),
    );
    return found.others;
  }

  /** Without recursion: a page may be nested more deeply than the stack. */
  readBelow(root: MarkupElement, nodes: readonly Tree.ChildNode[]): void {
    const open: { parent: MarkupElement; node: Tree.ChildNode; depth: number; scope: Scope }[] = [];
    const push = (parent: MarkupElement, children: readonly Tree.ChildNode[], depth: number, scope: Scope) => {
      const all = scope === NO_SCOPE ? children.map((node) => ({ node, scope })) : this.withEntries(children, scope);
      for (let index = all.length - 1; index >= 0; index -= 1) open.push({ parent, depth, ...all[index]! });
    };
    push(root, nodes, 0, this.scope);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { parent, node, depth, scope } = next;
      if (depth > MAX_DEPTH) throw new Unreadable(`nested more than ${MAX_DEPTH} deep`);
      this.scope = scope;
      const shadow = shadowOf(node) ?? contentOfDirective(node);
      if (shadow !== undefined) push(parent, shadow, depth + 1, scope);
      else if ('tagName' in node) push(this.elementOf(parent, node), this.childrenOf(node), depth + 1, scope);
      else if (node.nodeName === '#comment') {
        // The comments of the file are blank by now: one stands for a mark, and a short mark leaves nothing in it.
        if ('data' in node && (node.data === '' || node.data.includes(MARK))) this.addMark(parent, node);
      } else if ('value' in node) this.readText(parent, node.value);
    }
  }

  /** The nodes of a template, with those of a loop once for each entry that the component has. */
  private withEntries(
    nodes: readonly Tree.ChildNode[],
    scope: Scope,
  ): readonly { readonly node: Tree.ChildNode; readonly scope: Scope }[] {
    const { loopOf, loopsIn } = loops();
    return loopsIn(nodes).flatMap((part) => {
      const { nodes: inside, loop } = 'nodes' in part ? part : { nodes: [part], loop: loopOf(part) };
      const entries = loop && templates().scopesOfEntries(loop.list, loop.pattern, loop.position, scope, this.budget);
      if (!entries) return ('nodes' in part ? part.all : inside).map((node) => ({ node, scope }));
      return entries.flatMap((each) =>
        'nodes' in part ? this.withEntries(inside, each) : inside.map((node) => ({ node, scope: each })),
      );
    });
  }

  private childrenOf(node: Tree.Element): readonly Tree.ChildNode[] {
    if (node.tagName === 'style') {
      const css = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
      const media = node.attrs.find(({ name }) => name === 'media')?.value;
      if (!css.includes(MARK)) this.sheets.push({ css, media });
      else this.lacksSheets = true;
    }
    if (['script', 'style', 'template', 'noscript'].includes(node.tagName) || isIconOfAngular(node.tagName)) return [];
    return node.childNodes;
  }

  private addMark(parent: MarkupElement, { sourceCodeLocation: at }: Tree.CommentNode): void {
    const mark = at ? this.plain.slice(at.startOffset, at.endOffset) : '';
    const text = this.scope === NO_SCOPE || mark === '' ? null : this.shownBy(mark);
    if (text !== null) addText(parent, text);
    else if (this.surroundings.hasMarksOfWords) addUnknownWords(parent, /^\{\{([^{}]*)\}\}$/.exec(mark)?.[1]);
    else addText(parent, null);
  }

  /** The text of `{{ title }}`; null for one that must be run. */
  private shownBy(mark: string): string | null {
    const [, code] = /^\{\{([^{}]*)\}\}$/.exec(mark) ?? [];
    const [text, ...others] = code === undefined ? [undefined] : constants().resultsOfText(code, this.scope);
    return others.length > 0 || typeof text === 'boolean' || text === undefined ? null : (text ?? '');
  }

  /** The value of an attribute with marks in it: `href="/teas/{{ tea.id }}"`. */
  private filledValue(node: Tree.Element, name: string): string | null {
    const at = this.scope === NO_SCOPE ? undefined : node.sourceCodeLocation?.attrs?.[name];
    const written = at && this.plain.slice(at.startOffset, at.endOffset).replace(/^[^=]*=\s*["']?|["']$/g, '');
    if (!written) return null;
    const parts = written.split(/(\{\{[^{}]*\}\})/).map((each) => (each.startsWith('{{') ? this.shownBy(each) : each));
    return parts.includes(null) ? null : parts.join('');
  }

  private readText(parent: MarkupElement, value: string): void {
    if (value.includes(MARK) || isBlockOfTemplate(value)) {
      this.isTemplate = true;
      addText(parent, null);
    } else addText(parent, value);
  }

  private elementOf(parent: MarkupElement | undefined, node: Tree.Element): MarkupElement {
    const attributes = new Map<string, AttributeValue>();
    const choices = new Map<string, readonly string[]>();
    let mayHaveMore = false;
    let hasUnknownText = false;
    const isOfAngular = node.attrs.some(({ name }) => SETS_ROLE.test(name));
    if (isOfAngular && !node.attrs.some(({ name }) => name === 'role')) attributes.set('role', null);
    for (const { prefix, name: local, value } of node.attrs) {
      const name = (prefix ? `${prefix}:${local}` : local).toLowerCase();
      const bound = boundAttribute(name);
      if (name.includes(MARK) || bound === 'any' || name === 'is') mayHaveMore = true;
      else if (name === 'translate' && !/^(?:yes|no)$/i.test(value)) hasUnknownText = true;
      else if (bound === 'text') hasUnknownText = true;
      else if (setStyle(attributes, name, value, this.scope)) continue;
      else if (bound !== undefined)
        setBound(attributes, choices, bound.name, EXPRESSION.test(name) ? value : undefined, this.scope);
      else if (!attributes.has(name)) attributes.set(name, value.includes(MARK) ? this.filledValue(node, name) : value);
      if (name === 'id' && this.labelled.has(value)) mayHaveMore = true;
      if (bound !== undefined || name.includes(MARK) || value.includes(MARK)) this.isTemplate = true;
    }
    const isIcon = isIconOfAngular(node.tagName);
    const script = node.tagName === 'script' ? this.scripts.get(node.sourceCodeLocation?.startLine ?? 0) : undefined;
    const look = node.attrs.filter(({ name }) => LOOK.test(name)).map(({ value }) => value);
    const scripted = script ?? this.scriptedHandlers(attributes);
    const alternative = node.attrs.find(({ name }) => BOUND_ALT.test(name))?.value;
    const kept = [
      ...(look.length === 0 ? [] : [['look', look.join(' ')] as const]),
      ...(alternative === undefined ? [] : [['bound alt', alternative.trim()] as const]),
      ...(attributes.has('x-for') || attributes.has('v-for') ? [['repeated', ''] as const] : []),
    ];
    const handlers = kept.length === 0 ? scripted : new Map([...(scripted ?? []), ...kept]);
    const element = addElement(parent, {
      name: isIcon ? 'svg' : node.tagName,
      namespace: isIcon ? 'svg' : (NAMESPACES[node.namespaceURI] ?? 'html'),
      attributes,
      choices,
      ...(handlers && { handlers }),
      mayHaveMore,
      opaque: isComponent(node) && !isIcon,
      place: this.placeOf(node, parent),
      ...(this.scope.isBound && { origin: this.placeOf(node, parent) }),
    });
    if (isIcon ? mayNameIcon(attributes) : hasUnknownText) addText(element, null);
    if (node.tagName === 'link') this.readLink(element);
    return element;
  }

  /** The handlers that scripts of the page give an element. */
  private scriptedHandlers(attributes: ReadonlyMap<string, AttributeValue>): ReadonlyMap<string, string> | undefined {
    if (this.listeners.size === 0) return undefined;
    const classes = (attributes.get('class') ?? '').split(/\s+/).map((each) => `.${each}`);
    const events = [`#${attributes.get('id') ?? ''}`, ...classes].flatMap((each) => [
      ...(this.listeners.get(each) ?? []),
    ]);
    return events.length === 0 ? undefined : new Map(events.map((event) => [`scripted ${event}`, '']));
  }

  private readLink(link: MarkupElement): void {
    const rel = link.attributes.get('rel');
    if (!/(?:^|\s)stylesheet(?:\s|$)/i.test(rel ?? '') || /(?:^|\s)alternate(?:\s|$)/i.test(rel ?? '')) return;
    const href = link.attributes.get('href');
    const css = typeof href === 'string' ? this.surroundings.sheetAt(href) : undefined;
    if (css === undefined) this.lacksSheets = true;
    else this.sheets.push({ css, media: link.attributes.get('media') ?? undefined });
  }

  /** An element that the file leaves out, such as `<tbody>`, stands where its parent does. */
  private placeOf(node: Tree.Element, parent: MarkupElement | undefined): MarkupElement['place'] {
    const location = node.sourceCodeLocation;
    if (location && this.surroundings.placeAt) return this.surroundings.placeAt(location.startOffset);
    if (!location) return parent?.place ?? { line: this.surroundings.line ?? 1, column: this.surroundings.column ?? 1 };
    const { startLine: line, startCol: column } = location;
    const { line: firstLine = 1, column: firstColumn = 1 } = this.surroundings;
    return { line: line + firstLine - 1, column: line === 1 ? column + firstColumn - 1 : column };
  }
}

/** Only pages with bindings need the compiler of TypeScript, which takes as long to load as a hundred pages. */
const constants = () => require('./constants') as typeof import('./constants');
const templates = () => require('./template-scope') as typeof import('./template-scope');
const loops = () => require('./angular-loops') as typeof import('./angular-loops');
const objects = () => require('./style-objects') as typeof import('./style-objects');

/** Bindings of Angular, Vue and Alpine to an expression of JavaScript. */
const EXPRESSION = /^(?:\[|:|v-bind:|x-bind:)/;

const BOUND_ALT = /^(?:\[(?:attr\.)?alt\]|:alt|v-bind:alt|x-bind:alt)$/;

/** Bindings of Angular, Vue and Alpine that decide which classes an element has. */
const LOOK = /^(?:\[class(?:\.[\w-]+)?\]|\[ngclass\]|:class|v-bind:class|x-bind:class)$/;

const ONE_OF_STYLE = /^\[style\.([a-z-]+)(?:\.(px|em|rem|%))?\]$/;
const WHOLE_STYLE = /^(?:\[ngstyle\]|\[style\]|\[attr\.style\]|:style|x-bind:style|v-bind:style)$/;

/** Sets a style that a template binds to a constant; false for another one, and for what is no style. */
function setStyle(attributes: Map<string, AttributeValue>, name: string, value: string, scope: Scope): boolean {
  const [, property, unit = ''] = ONE_OF_STYLE.exec(name) ?? [];
  if (property === undefined && !WHOLE_STYLE.test(name)) return false;
  const before = attributes.get('style');
  if (before === null || (scope === NO_SCOPE && !/['"`\d]/.test(value))) return false;
  const bound = property === undefined ? undefined : constants().boundInTemplate(property, value, scope).value;
  const css =
    property === undefined ? objects().cssOfText(value, scope) : bound ? `${property}: ${bound}${unit}` : null;
  if (css === null) return false;
  attributes.set('style', before === undefined || before.trim() === '' ? css : `${before}; ${css}`);
  return true;
}

function setBound(
  attributes: Map<string, AttributeValue>,
  choices: Map<string, readonly string[]>,
  name: string,
  expression: string | undefined,
  scope: Scope,
): void {
  const isOpen = expression === undefined || name === 'class' || name === 'style';
  const bound = isOpen ? undefined : constants().boundInTemplate(name, expression, scope);
  if (bound === undefined || bound.value !== undefined) attributes.set(name, bound?.value ?? null);
  if (bound && bound.choices.length > 0) choices.set(name, bound.choices);
}

/** The content of a template that a browser shows in the place of what stands in the element around it. */
const shadowOf = (node: Tree.ChildNode): readonly Tree.ChildNode[] | undefined =>
  'content' in node &&
  node.attrs.some(({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value))
    ? node.content.childNodes
    : undefined;

const DECIDES = /^(?:x-if|x-for|v-if|v-for)$/;

/** The content of a `<template>` of Alpine or Vue, with its directive on the first element in it. */
function contentOfDirective(node: Tree.ChildNode): readonly Tree.ChildNode[] | undefined {
  if (!('content' in node)) return undefined;
  const directive = node.attrs.find(({ name }) => DECIDES.test(name));
  const first = node.content.childNodes.find((each): each is Tree.Element => 'tagName' in each);
  if (!directive || !first) return undefined;
  if (!first.attrs.some(({ name }) => name === directive.name)) first.attrs.push(directive);
  return node.content.childNodes;
}

/** The parser makes a whole page of a part of one. */
const contentsOf = (top: Tree.Element): readonly Tree.ChildNode[] =>
  top.childNodes.flatMap((node) => ('tagName' in node && !node.sourceCodeLocation ? node.childNodes : [node]));

/** Directives of Angular's own components that give an element another role. */
const SETS_ROLE = /^mat-(?:list-item|menu-item|option|row|cell|header-row|header-cell|tab-|chip|tree|sort-header)/;

/** Elements of our own, such as those of Angular, and slots. */
const isComponent = ({ tagName, namespaceURI }: Tree.Element): boolean =>
  namespaceURI === html.NS.HTML && (/[-:]/.test(tagName) || tagName.includes(MARK) || tagName === 'slot');
