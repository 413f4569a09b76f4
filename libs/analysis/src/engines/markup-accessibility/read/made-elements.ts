import ts from 'typescript';
import { type AttributeValue, type MarkupElement, type Place, addElement, addText, newRoot } from '../markup';
import { resultsOf } from './constants';
import { type FlatMarkup, flatMarkup } from './flat-markup';
import { unwrapped } from './scope';
import { type ScriptValues, homeOf, loopAround } from './written-markup';

/** Reads markup into an element. */
type ReadMarkup = (into: MarkupElement, flat: FlatMarkup, context?: string) => boolean;

/** An element that a script makes and keeps in a variable. */
interface Made {
  readonly declaration: ts.VariableDeclaration;
  readonly name: string;
  readonly namespace: MarkupElement['namespace'];
  readonly uses: readonly ts.Identifier[];
}

/** Calls that put what they get into an element. */
const PUTS = new RegExp(
  '^(?:append|appendChild|prepend|insertBefore|replaceChildren|before|after|replaceWith|insertAdjacentElement|' +
    'replaceChild)$',
);
/** Those of them that put it into what they are called on. */
const PUTS_INTO = /^(?:append|appendChild|prepend|insertBefore|replaceChildren)$/;
/** Calls that leave what an element is and says as it is. */
const HARMLESS = new RegExp(
  String.raw`^(?:addEventListener|removeEventListener|focus|blur|scroll\w*|getBoundingClientRect|remove|animate|` +
    'contains|closest|matches|hasAttribute|getAttribute|dispatchEvent|observe|requestSubmit|play|pause|load|show|' +
    'showModal|close|setPointerCapture|getContext)$',
);
/** The element is there for what the script does with it, and not for people. */
const FOR_SCRIPTS = /^(?:click|select|setSelectionRange|toBlob|toDataURL)$/;

const WRITTEN: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  tabIndex: 'tabindex',
  readOnly: 'readonly',
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  srcdoc: 'srcdoc',
  contentEditable: 'contenteditable',
  noValidate: 'novalidate',
  autocomplete: 'autocomplete',
  accessKey: 'accesskey',
  dateTime: 'datetime',
};
const PLAIN = new RegExp(
  '^(?:id|href|src|srcset|alt|title|type|value|name|placeholder|role|lang|dir|hidden|disabled|checked|required|' +
    'multiple|controls|autoplay|muted|loop|scope|target|rel|width|height|min|max|step|pattern|action|method|' +
    'selected|open|inert|draggable|label|list|popover|poster|data|headers|abbr|download|size|rows|cols|maxLength|' +
    'autofocus)$',
);
/** Properties that tell people nothing. */
const TELLS_NOTHING = new RegExp(
  String.raw`^(?:[a-z]\w*(?:Key|Id|Index|Data)|_\w+|currentTime|volume|crossOrigin|loading|decoding|async|defer|` +
    String.raw`dataset|style|max\w*|scroll\w*|allow\w*|frameBorder|sandbox)$`,
);

/** The elements that a script makes one by one, with what it says and puts into each. */
export class MadeElements {
  private readonly made = new Map<ts.VariableDeclaration, Made>();

  constructor(
    private readonly values: ScriptValues,
    private readonly read: ReadMarkup,
    private readonly placeOf: (node: ts.Node) => Place,
  ) {
    const uses = new Map<string, ts.Identifier[]>();
    const makers: { declaration: ts.VariableDeclaration; name: string; namespace: MarkupElement['namespace'] }[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const known = uses.get(node.text);
        if (known) known.push(node);
        else uses.set(node.text, [node]);
      } else if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
        const what = this.madeBy(node.initializer);
        if (what) makers.push({ declaration: node, ...what });
      }
      ts.forEachChild(node, look);
    };
    look(values.source);
    for (const each of makers) {
      const name = (each.declaration.name as ts.Identifier).text;
      const own = (uses.get(name) ?? []).filter(
        (use) => use !== each.declaration.name && isName(use) && values.variableOf(use) === each.declaration,
      );
      this.made.set(each.declaration, { ...each, uses: own });
    }
  }

  private madeBy(
    initializer: ts.Expression,
  ): { readonly name: string; readonly namespace: MarkupElement['namespace'] } | undefined {
    const made = unwrapped(initializer);
    if (ts.isNewExpression(made) && made.expression.getText() === 'Image') return { name: 'img', namespace: 'html' };
    if (!ts.isCallExpression(made)) return undefined;
    const [, isNamed] = /^(?:window\.|self\.)?document\.createElement(NS)?$/.exec(made.expression.getText()) ?? [];
    if (isNamed === undefined && !made.expression.getText().endsWith('document.createElement')) return undefined;
    const given = made.arguments[isNamed ? 1 : 0];
    const [name, ...others] = given ? resultsOf(given, this.values.scope) : [];
    if (typeof name !== 'string' || others.length > 0) return undefined;
    return { name: name.toLowerCase(), namespace: isNamed ? 'svg' : 'html' };
  }

  /** Whether an expression is an element that the script makes; a template is not shown. */
  isMade(written: ts.Expression): boolean {
    const made = this.madeOf(written);
    return made !== undefined && made.name !== 'template';
  }

  private madeOf(written: ts.Expression): Made | undefined {
    const expression = unwrapped(written);
    if (!ts.isIdentifier(expression)) return undefined;
    const declaration = this.values.variableOf(expression);
    return declaration && this.made.get(declaration);
  }

  /** The elements that a script puts into a page, each with all in it. */
  *roots(): Generator<MarkupElement> {
    for (const made of this.made.values()) {
      if (made.name === 'template' || this.isForScripts(made)) continue;
      const isPut = made.uses.some((use) => {
        const target = targetOf(use);
        return target !== undefined && !this.madeOf(target);
      });
      const isGiven = made.uses.some(isReturned);
      if (!isPut && !isGiven) continue;
      const root = newRoot();
      const element = this.build(made, root, new Set());
      if (isGiven && !isPut) (element as { mayHaveMore: boolean }).mayHaveMore = true;
      yield root;
    }
  }

  private isForScripts({ uses }: Made): boolean {
    return uses.some((use) => FOR_SCRIPTS.test(callOn(use)?.name ?? ''));
  }

  private build(made: Made, parent: MarkupElement, built: Set<Made>): MarkupElement {
    const attributes = new Map<string, AttributeValue>();
    const handlers = new Map<string, string>();
    const element = addElement(parent, {
      name: made.name,
      namespace: made.namespace,
      attributes,
      handlers,
      opaque: made.name.includes('-'),
      place: this.placeOf(made.declaration.initializer!),
    });
    built.add(made);
    const home = homeOf(made.declaration);
    for (const use of made.uses) {
      const isSure = loopAround(use, home) === undefined && blockOf(use) === blockOf(made.declaration);
      if (!this.apply(use, element, isSure, built)) (element as { mayHaveMore: boolean }).mayHaveMore = true;
    }
    return element;
  }

  /** Does to an element what a use of its variable does; false if that is not known. */
  private apply(use: ts.Identifier, element: MarkupElement, isSure: boolean, built: Set<Made>): boolean {
    const { parent } = use;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === use) {
      const outer = parent.parent;
      const call = callOn(use);
      if (call) return this.applyCall(call.name, call.call, element, isSure, built);
      if (isSet(outer, parent)) return this.set(element, parent.name.text, outer.right, isSure, isAdded(outer));
      return this.applyDeeper(parent, element, isSure);
    }
    if (ts.isCallExpression(parent) && parent.expression !== use) {
      const called = unwrapped(parent.expression);
      if (targetOf(use)) return true;
      const isAssign = called.getText() === 'Object.assign' && parent.arguments[0] === use;
      if (isAssign) return parent.arguments.slice(1).every((each) => this.assign(element, each, isSure));
      return ts.isPropertyAccessExpression(called) && /^(?:observe|removeChild|log|contains)$/.test(called.name.text);
    }
    return isReturned(use) || ts.isIfStatement(parent) || ts.isPrefixUnaryExpression(parent);
  }

  /** `button.style.color = 'red'`, `button.classList.add('a')`, `button.dataset.id = 1` */
  private applyDeeper(whole: ts.PropertyAccessExpression, element: MarkupElement, isSure: boolean): boolean {
    const attributes = element.attributes as Map<string, AttributeValue>;
    const outer = whole.parent;
    if (!ts.isPropertyAccessExpression(outer) || outer.expression !== whole)
      return !/^(?:children|childNodes|firstChild|firstElementChild|lastChild|lastElementChild|parentNode)$/.test(
        whole.name.text,
      );
    const last = outer.parent;
    switch (whole.name.text) {
      case 'style': {
        const value = isSet(last, outer) && isSure ? this.constantOf(last.right) : undefined;
        const before = attributes.get('style');
        if (value === undefined || before === null) {
          if (isSet(last, outer) || ts.isCallExpression(last)) attributes.set('style', null);
          return true;
        }
        const name = outer.name.text;
        const declared =
          name === 'cssText' ? value : `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`;
        attributes.set('style', before === undefined ? declared : `${before}; ${declared}`);
        return true;
      }
      case 'classList': {
        const names = ts.isCallExpression(last) ? last.arguments.map((each) => this.constantOf(each)) : [];
        const before = attributes.get('class');
        if (!isSure || outer.name.text !== 'add' || names.includes(undefined) || before === null)
          attributes.set('class', null);
        else attributes.set('class', [...(before ? [before] : []), ...names].join(' '));
        return true;
      }
      default:
        return !ts.isCallExpression(last) || whole.name.text === 'dataset';
    }
  }

  private applyCall(
    name: string,
    call: ts.CallExpression,
    element: MarkupElement,
    isSure: boolean,
    built: Set<Made>,
  ): boolean {
    const [first, second] = call.arguments;
    if (PUTS_INTO.test(name)) {
      if (name === 'replaceChildren') element.children.length = 0;
      const put = name === 'insertBefore' || name === 'appendChild' ? call.arguments.slice(0, 1) : call.arguments;
      for (const each of put) this.put(element, each, isSure, built);
      return true;
    }
    if (name === 'addEventListener') {
      const event = first && this.constantOf(first);
      if (event !== undefined) (element.handlers as Map<string, string>).set(`scripted ${event}`, '');
      return event !== undefined;
    }
    if (name === 'setAttribute') {
      const attribute = first && this.constantOf(first);
      if (attribute === undefined || !second) return false;
      this.setAttribute(element, attribute, second, isSure);
      return true;
    }
    if (name === 'removeAttribute' || name === 'toggleAttribute') {
      const attribute = first && this.constantOf(first);
      if (attribute === undefined) return false;
      (element.attributes as Map<string, AttributeValue>).set(attribute.toLowerCase(), null);
      return true;
    }
    if (name === 'insertAdjacentHTML') return second ? this.write(element, second, isSure) : false;
    return HARMLESS.test(name) || PUTS.test(name) || name === 'cloneNode';
  }

  private put(element: MarkupElement, each: ts.Expression, isSure: boolean, built: Set<Made>): void {
    const made = this.madeOf(each);
    if (made && isSure) {
      // An element is at one place only.
      if (!built.has(made)) this.build(made, element, built);
      return;
    }
    const given = unwrapped(each);
    const isTextNode =
      ts.isCallExpression(given) && given.expression.getText().endsWith('document.createTextNode')
        ? given.arguments[0]
        : undefined;
    const text = isSure ? this.constantOf(isTextNode ?? given) : undefined;
    addText(element, text ?? null);
  }

  private assign(element: MarkupElement, written: ts.Expression, isSure: boolean): boolean {
    const values = unwrapped(written);
    if (!ts.isObjectLiteralExpression(values)) return false;
    return values.properties.every((each) => {
      const name =
        each.name && (ts.isIdentifier(each.name) || ts.isStringLiteralLike(each.name)) ? each.name.text : undefined;
      if (name === undefined) return false;
      if (ts.isPropertyAssignment(each)) return this.set(element, name, each.initializer, isSure, false);
      return ts.isShorthandPropertyAssignment(each) ? this.set(element, name, each.name, isSure, false) : true;
    });
  }

  private set(
    element: MarkupElement,
    property: string,
    value: ts.Expression,
    isSure: boolean,
    isMore: boolean,
  ): boolean {
    if (/^(?:textContent|innerText|text)$/.test(property)) {
      const text = isSure ? this.constantOf(value) : undefined;
      if (!isMore) element.children.length = 0;
      addText(element, text ?? null);
      return true;
    }
    if (property === 'innerHTML') {
      if (!isMore) element.children.length = 0;
      return this.write(element, value, isSure);
    }
    if (/^on[a-z]+$/.test(property)) {
      (element.handlers as Map<string, string>).set(`scripted ${property.slice(2)}`, '');
      return true;
    }
    const attribute =
      WRITTEN[property] ??
      (PLAIN.test(property)
        ? property.toLowerCase()
        : /^aria[A-Z]/.test(property)
          ? `aria-${property.slice(4).toLowerCase()}`
          : undefined);
    if (attribute === undefined) return TELLS_NOTHING.test(property);
    this.setAttribute(element, attribute, value, isSure);
    return true;
  }

  private setAttribute(element: MarkupElement, name: string, value: ts.Expression, isSure: boolean): void {
    const attributes = element.attributes as Map<string, AttributeValue>;
    const results = isSure ? resultsOf(value, this.values.scope) : [undefined];
    const [only, ...others] = results;
    const attribute = name.toLowerCase();
    if (others.length > 0 || only === undefined || only === null) attributes.set(attribute, null);
    else if (typeof only === 'string') attributes.set(attribute, only);
    else if (attribute.startsWith('aria-')) attributes.set(attribute, String(only));
    else if (only) attributes.set(attribute, '');
    else attributes.delete(attribute);
  }

  private write(element: MarkupElement, value: ts.Expression, isSure: boolean): boolean {
    const pieces = this.values.piecesOf(value);
    const flat = isSure ? flatMarkup(pieces) : undefined;
    if (flat) return this.read(element, flat, element.name);
    const text = pieces.every((piece) => piece.kind === 'text')
      ? pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
      : null;
    addText(element, isSure && text !== null && !text.includes('&') ? text : null);
    return true;
  }

  private constantOf(expression: ts.Expression): string | undefined {
    const [only, ...others] = resultsOf(expression, this.values.scope);
    return typeof only === 'string' && others.length === 0 ? only : undefined;
  }
}

/** Whether an identifier is a name of its own, and neither a property nor a key. */
const isName = (use: ts.Identifier): boolean =>
  !(ts.isPropertyAccessExpression(use.parent) && use.parent.name === use) &&
  !(ts.isPropertyAssignment(use.parent) && use.parent.name === use);

const isSet = (node: ts.Node, left: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  node.left === left &&
  (node.operatorToken.kind === ts.SyntaxKind.EqualsToken || node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken);

const isAdded = ({ operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;

/** The call of a method of what a name keeps. */
function callOn(use: ts.Identifier): { readonly name: string; readonly call: ts.CallExpression } | undefined {
  const access = use.parent;
  if (!ts.isPropertyAccessExpression(access) || access.expression !== use) return undefined;
  const call = access.parent;
  return ts.isCallExpression(call) && call.expression === access ? { name: access.name.text, call } : undefined;
}

/** The place that a use of a name is put into; undefined for another use. */
function targetOf(use: ts.Identifier): ts.Expression | undefined {
  const call = use.parent;
  if (!ts.isCallExpression(call) || !call.arguments.includes(use)) return undefined;
  const called = unwrapped(call.expression);
  return ts.isPropertyAccessExpression(called) && PUTS.test(called.name.text) ? called.expression : undefined;
}

const isReturned = (use: ts.Identifier): boolean =>
  ts.isReturnStatement(use.parent) || (ts.isArrowFunction(use.parent) && use.parent.body === use);

/** The block around a statement, by which it is run whenever those beside it are. */
function blockOf(node: ts.Node): ts.Node {
  let around = node.parent;
  while (around.parent && !ts.isBlock(around) && !ts.isCaseOrDefaultClause(around)) around = around.parent;
  return around;
}
