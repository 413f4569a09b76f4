import ts from 'typescript';
import { Unreadable } from '../../kit/per-file';
import { escapedForRegex } from '../../kit/escaped-for-regex';
import { type Markup, type MarkupElement, type Place, elementsIn, markupOf, newRoot } from '../markup';
import { matcherOf } from '../style/selectors';
import { fillsIn } from './filled-later';
import { type FlatMarkup, flatMarkup } from './flat-markup';
import { type Surroundings, readFragment } from './html';
import { type Listeners, listenersIn } from './listeners';
import { MadeElements } from './made-elements';
import { positionsIn } from './positions';
import { unwrapped } from './scope';
import { COMMENTS } from './timers';
import { type Piece, ScriptValues, TAGS_OF_MARKUP } from './written-markup';

/** Longer scripts are libraries. */
const LONGEST_SCRIPT = 100_000;
/** More parts are of a program, and no rule would tell them apart. */
const MOST_PARTS = 60;

/** Markup that a script puts into a page, before it is read. */
export interface Put {
  readonly pieces: readonly Piece[];
  /** The element that gets it, as the script has it; undefined if that is not known. */
  readonly target: ts.Expression | undefined;
  /** Whether a call gets the markup that may fill its outermost element: `$('<button>').text(name)`. */
  readonly isHeld?: true;
}

/** A script of a page: its code, and the place of that in the file. */
export interface ScriptOfPage {
  readonly code: string;
  readonly offset: number;
  /** The line of its element. */
  readonly line: number;
}

/** A reader of the parts that scripts of one file put into its page. */
export class PartReader {
  private readonly positions;
  private readonly listeners: Listeners;
  private readonly sources = new Map<ScriptOfPage, ts.SourceFile>();

  constructor(
    private readonly file: string,
    private readonly page: Markup,
    private readonly surroundings: Surroundings,
    private readonly scripts: readonly ScriptOfPage[],
  ) {
    this.positions = positionsIn(file);
    this.listeners = listenersIn(scripts.map(({ code }) => code));
  }

  parts(): readonly Markup[] {
    const parts: Markup[] = [];
    for (const script of this.scripts) {
      if (script.code.length > LONGEST_SCRIPT || !PUTS_MARKUP.test(script.code)) continue;
      const source = this.sourceOf(script);
      if (hasErrors(source)) continue;
      const read = new ReadCode(script.code);
      for (const root of this.rootsOf(source, script.offset, read)) {
        if (parts.length >= MOST_PARTS) break;
        parts.push(this.partOf(root));
      }
      this.leave(script, read.left);
    }
    return parts;
  }

  /** The templates that scripts of the page fill and put into it. */
  templates(all: readonly ScriptOfPage[]): readonly Markup[] {
    if (all.length === 0) return [];
    const fills = this.scripts.map((script) => fillsIn(this.sourceOf(script)));
    const isFilledElsewhere = this.page.elements.some((each) => each.name === 'script' && each.attributes.has('src'));
    const mayFill = (each: MarkupElement): boolean =>
      fills.some((one) => one.mayFill(each)) ||
      (isFilledElsewhere && IS_FOUND.some((name) => each.attributes.has(name)));
    return all.slice(0, MOST_PARTS).flatMap(({ code, offset }) => {
      const root = newRoot();
      if (!this.readText(root, code, (at) => offset + at)) return [];
      return [this.partOf(this.finished(root, mayFill))];
    });
  }

  private sourceOf(script: ScriptOfPage): ts.SourceFile {
    const known = this.sources.get(script);
    if (known) return known;
    const source = ts.createSourceFile('a.js', script.code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    this.sources.set(script, source);
    return source;
  }

  /** Leaves open what the elements of a part may still get. */
  private finished(root: MarkupElement, mayFill: (element: MarkupElement) => boolean): MarkupElement {
    for (const each of elementsIn(root))
      if (isUnfinished(each) || mayFill(each) || isLabelledElsewhere(each, this.file)) mayHaveMore(each);
    return root;
  }

  /** Keeps the code of a script without what was read as a part: rules look for markup in the rest of it. */
  leave({ line }: ScriptOfPage, left: string): void {
    const element = this.page.elements.find((each) => each.name === 'script' && each.place.line === line);
    (element?.handlers as Map<string, string> | undefined)?.set('code left', left.replace(COMMENTS, ' '));
  }

  /** The page's style sheets are about the part, too. */
  private partOf(root: MarkupElement): Markup {
    const { sheets, lacksSheets } = this.page;
    return markupOf(root, { isPage: false, isTemplate: true, sheets, lacksSheets });
  }

  private *rootsOf(source: ts.SourceFile, offset: number, code: ReadCode): Generator<MarkupElement> {
    const values = new ScriptValues(source);
    const fills = fillsIn(source);
    const read = (into: MarkupElement, flat: FlatMarkup, context?: string): boolean => {
      flat.sources.forEach(({ at, length }) => code.take(at, length));
      return this.read(into, flat, offset, context);
    };
    const made = new MadeElements(values, read, (node) => {
      code.take(node.getStart(source), node.getWidth(source));
      return this.positions.at(offset + node.getStart(source));
    });
    for (const { pieces, target, isHeld } of putsIn(values, made)) {
      const flat = flatMarkup(pieces);
      // A window of its own is printed, or is a page of another program.
      if (!flat || /<(?:html|body|head|frameset)[\s>]|<!doctype/i.test(flat.text)) continue;
      const root = newRoot();
      if (!read(root, flat, this.contextOf(target, values))) continue;
      if (isHeld) for (const each of root.children) if (each.kind === 'element') mayHaveMore(each);
      yield this.finished(root, (each) => fills.mayFill(each));
    }
    for (const root of made.roots()) yield this.finished(root, (each) => fills.mayFill(each));
  }

  private read(into: MarkupElement, flat: FlatMarkup, offset: number, context?: string): boolean {
    const offsets = new Map<Place, number>();
    const before = into.children.length;
    const keep = (place: Place, at: number): void => void offsets.set(place, at);
    if (!this.readText(into, flat.text, (at) => offset + flat.placeOf(at), context, keep)) return false;
    for (const each of into.children.slice(before)) if (each.kind === 'element') markRanges(each, flat, offsets);
    return true;
  }

  /** @returns false for more markup than can be judged, which is of a program */
  private readText(
    into: MarkupElement,
    text: string,
    offsetOf: (at: number) => number,
    context?: string,
    keep?: (place: Place, at: number) => void,
  ): boolean {
    const placeAt = (at: number): Place => {
      const place = this.positions.at(offsetOf(at));
      keep?.(place, at);
      return place;
    };
    try {
      readFragment(into, text, { ...this.surroundings, placeAt }, context, this.listeners);
      return true;
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    }
  }

  /** The name of the element of the page that gets the markup; undefined if the page does not have it. */
  private contextOf(target: ts.Expression | undefined, values: ScriptValues): string | undefined {
    const selector = target && selectorOf(target, values);
    const matches = selector === undefined ? undefined : matcherOf(selector);
    return matches ? this.page.elements.find((each) => matches(each))?.name : undefined;
  }
}

/** The code of a script without what was read as markup. */
class ReadCode {
  private readonly taken: (readonly [number, number])[] = [];

  constructor(private readonly code: string) {}

  take(at: number, length: number): void {
    this.taken.push([at, at + length]);
  }

  get left(): string {
    const characters = [...Array.from({ length: this.code.length }, (_, index) => this.code[index]!)];
    for (const [begin, end] of this.taken)
      for (let at = begin; at < end && at < characters.length; at += 1) characters[at] = ' ';
    return characters.join('');
  }
}

/** Whether an element has none of what it is there for yet: the script gives it that later. */
const isUnfinished = (element: MarkupElement): boolean => {
  if (element.name === 'img') return !element.attributes.has('src') && !element.attributes.has('srcset');
  const isFound = element.attributes.has('id') || element.attributes.has('class');
  return isFound && element.children.length === 0 && FILLED.test(element.name);
};
/** By these, scripts find what they fill. */
const IS_FOUND = ['id', 'class', 'name', 'data-id', 'data-field', 'data-role', 'data-name', 'data-bind'];
const FILLED = /^(?:h[1-6]|label|legend|summary|caption|figcaption|th|td|p|li|option|select|title|dialog|iframe)$/;

const mayHaveMore = (element: MarkupElement): void => {
  (element as { mayHaveMore: boolean }).mayHaveMore = true;
};

/** Says of elements what decides whether, and how often, they are there. */
function markRanges(top: MarkupElement, { ranges }: FlatMarkup, offsets: ReadonlyMap<Place, number>): void {
  if (ranges.length === 0) return;
  const known = new Map<MarkupElement, number>();
  for (const each of elementsIn(top, true)) {
    const at = offsets.get(each.place);
    if (at !== undefined) known.set(each, at);
  }
  for (const { begin, end, mark } of ranges)
    for (const [each, at] of known) {
      const above = each.parent && known.get(each.parent);
      const isOutermost = above === undefined || above < begin;
      if (at >= begin && at < end && isOutermost && !each.handlers.has('repeated') && !each.handlers.has('sometimes')) {
        (each as { handlers: ReadonlyMap<string, string> }).handlers = new Map([...each.handlers, [mark, '']]);
      }
    }
}

/** A label for the id of a field, or a name by its id, may stand in another part. */
function isLabelledElsewhere(element: MarkupElement, file: string): boolean {
  const id = element.attributes.get('id');
  if (!id || !/^(?:input|select|textarea|meter|progress|output|div|span)$/.test(element.name)) return false;
  return new RegExp(
    String.raw`(?:\bfor|htmlFor['"]?|['"]for['"])\s*[=,:]\s*\\?["'\x60]${escapedForRegex(id)}["'\x60\\]`,
  ).test(file);
}

/** The selector by which a script has found an element. */
function selectorOf(target: ts.Expression, values: ScriptValues): string | undefined {
  const found = unwrapped(target);
  if (ts.isIdentifier(found)) {
    const initializer = values.variableOf(found)?.initializer;
    return initializer && !ts.isIdentifier(initializer) ? selectorOf(initializer, values) : undefined;
  }
  if (!ts.isCallExpression(found)) return found.getText() === 'document.body' ? 'body' : undefined;
  const [first] = found.arguments;
  if (!first || !ts.isStringLiteralLike(first)) return undefined;
  const called = found.expression.getText();
  if (/\bgetElementById$/.test(called)) return /^[a-zA-Z][\w-]*$/.test(first.text) ? `#${first.text}` : undefined;
  return /^(?:\$|jQuery)$|^document\.querySelector$/.test(called) ? first.text : undefined;
}

const SETS_MARKUP = /^(?:innerHTML|outerHTML)$/;
const OF_DOM = /^(?:setHTML|setHTMLUnsafe|createContextualFragment|write|writeln|insertAdjacentHTML)$/;
const OF_JQUERY = /^(?:html|append|prepend|before|after|replaceWith|wrap|wrapInner)$/;
/** Calls on elements that were made, which put them into a page as they are. */
const ONLY_PUTS = /^(?:appendTo|prependTo|insertAfter|insertBefore|replaceAll|on|click|addClass|hide|show|fadeIn|css)$/;
const PUTS_MARKUP = new RegExp(
  String.raw`createElement|\bnew Image\b|(?:inner|outer)HTML|insertAdjacentHTML|document\.write|setHTML|` +
    'createContextualFragment|' +
    String.raw`\b(?:html|svg)\x60|\.(?:html|append|prepend|before|after|replaceWith|wrap)\(|\btemplate\s*:|` +
    String.raw`(?:\$|jQuery)\(\s*['"\x60]\s*<`,
);

/** The markup that a script puts into a page, in the order of the script. */
function* putsIn(values: ScriptValues, made: MadeElements): Generator<Put> {
  const { source } = values;
  const nodes: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, collect);
  };
  collect(source);
  const written = new Map<ts.Node, ts.Expression[]>();
  for (const node of nodes) {
    if (isAssignment(node) && ts.isPropertyAccessExpression(node.left) && SETS_MARKUP.test(node.left.name.text)) {
      const target = node.left.expression;
      if (!made.isMade(target))
        yield { pieces: values.piecesOf(node.right), target: isInner(node.left) ? target : undefined };
    } else if (ts.isCallExpression(node)) {
      const { expression: called } = node;
      if (ts.isPropertyAccessExpression(called) && /^write(?:ln)?$/.test(called.name.text)) {
        const around = blockAround(node);
        written.set(around, [...(written.get(around) ?? []), ...node.arguments]);
      } else yield* putByCall(node, values, made);
    } else if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'template') {
      if (/^\s*[\x60'"]/.test(node.initializer.getText(source)))
        yield { pieces: values.piecesOf(node.initializer), target: undefined, isHeld: true };
    }
  }
  for (const all of written.values()) yield { pieces: all.flatMap((each) => values.piecesOf(each)), target: undefined };
  for (const node of nodes)
    if (ts.isTaggedTemplateExpression(node) && TAGS_OF_MARKUP.test(node.tag.getText(source)))
      if (!values.wasRead(node.template)) yield { pieces: values.piecesOf(node), target: undefined };
}

function* putByCall(call: ts.CallExpression, values: ScriptValues, made: MadeElements): Generator<Put> {
  const called = unwrapped(call.expression);
  const [first, second] = call.arguments;
  if (!first) return;
  if (ts.isIdentifier(called)) {
    const isOfJquery = /^(?:\$|jQuery)$/.test(called.text) && startsAsMarkup(first);
    if (isOfJquery) yield { pieces: values.piecesOf(first), target: undefined, ...(isHeld(call) && { isHeld: true }) };
    return;
  }
  if (!ts.isPropertyAccessExpression(called) || made.isMade(called.expression)) return;
  const name = called.name.text;
  if (name === 'insertAdjacentHTML') {
    if (second) yield { pieces: values.piecesOf(second), target: undefined };
  } else if (OF_DOM.test(name)) yield { pieces: values.piecesOf(first), target: undefined };
  else if (OF_JQUERY.test(name) && !isCallOfMarkup(first)) {
    const target = name === 'html' || name === 'append' || name === 'prepend' ? called.expression : undefined;
    for (const each of call.arguments) yield { pieces: values.piecesOf(each), target };
  }
}

/** `$('<li>')`, which is read where it is written. */
const isCallOfMarkup = (written: ts.Expression): boolean =>
  ts.isCallExpression(written) && /^(?:\$|jQuery)$/.test(written.expression.getText());

const startsAsMarkup = (written: ts.Expression): boolean => /^\s*[(]*\s*['"\x60]\s*<[a-z]/i.test(written.getText());

/** Whether the code keeps the elements that it has made, and may give them words. */
function isHeld(call: ts.CallExpression): boolean {
  let whole: ts.Node = call;
  while (ts.isPropertyAccessExpression(whole.parent) && ts.isCallExpression(whole.parent.parent)) {
    if (!ONLY_PUTS.test(whole.parent.name.text)) return true;
    whole = whole.parent.parent;
  }
  const { parent } = whole;
  const isPut = ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression);
  return (
    !ts.isExpressionStatement(parent) &&
    !(isPut && OF_JQUERY.test((parent.expression as ts.PropertyAccessExpression).name.text))
  );
}

const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === ts.SyntaxKind.EqualsToken || node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken);

const isInner = ({ name }: ts.PropertyAccessExpression): boolean => name.text === 'innerHTML';

function blockAround(node: ts.Node): ts.Node {
  let around = node.parent;
  while (around.parent && !ts.isBlock(around)) around = around.parent;
  return around;
}

/** Code that this version of JavaScript does not allow, such as that of a template, is not followed. */
const hasErrors = (source: ts.SourceFile): boolean =>
  ((source as ts.SourceFile & { readonly parseDiagnostics?: readonly unknown[] }).parseDiagnostics?.length ?? 0) > 0;
