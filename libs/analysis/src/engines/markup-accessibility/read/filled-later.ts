import ts from 'typescript';
import { type MarkupElement, attributeOf } from '../markup';
import { type Matches, matcherOf } from '../style/selectors';
import { escapedForRegex } from '../../kit/escaped-for-regex';
import { unwrapped } from './scope';

/** The elements that a script fills after it has put markup into a page. */
export interface Fills {
  /** Whether a script may give an element words, or attributes that decide what it is. */
  mayFill(element: MarkupElement): boolean;
}

const FINDS = new RegExp(
  String.raw`^(?:querySelector(?:All)?|getElements?By\w+|find|children|closest|filter|siblings|next|prev|` +
    'byId|qs|qsa)$',
);
const JQUERY = /^(?:\$\$?|jQuery|qs|qsa|byId|el|select|query)$/;
/** Parts of an element that are found by their place in it. */
const BY_PLACE = /^(?:first|last)(?:Element)?Child$|^children$|^childNodes$|^(?:next|previous)(?:Element)?Sibling$/;
/** Properties that give an element words or a meaning. */
const WORDS =
  String.raw`(?:textContent|innerText|innerHTML|outerHTML|aria[A-Z]\w*|alt|title|placeholder|role|lang|htmlFor|id|` +
  String.raw`hidden|label|text|type|tabIndex|outerText|nodeValue)\s*\+?=(?!=)`;
const CALLS =
  String.raw`(?:text|html|attr|prop|val|append\w*|prepend\w*|insert\w+|replace\w+|before|after|load|wrap\w*|` +
  String.raw`(?:set|toggle|remove)Attribute|tooltip|setHTML\w*|assign)\(`;
const HARMLESS_ATTRIBUTE = new RegExp(
  String.raw`^(?:set|toggle|remove)?(?:Attribute|attr|prop)\(\s*['"\x60](?:class|style|data-[\w-]*|src|srcset|href|` +
    String.raw`aria-(?:expanded|pressed|selected|current|checked|busy|disabled)|disabled|checked|value|open|width|` +
    String.raw`height|selected)['"\x60]`,
);
const FILLS = new RegExp(
  String.raw`^\s*[?!]?\s*(?:\[[^\]\n]{0,40}\])?\s*[?!]?\s*\.\s*((?:${WORDS}|${CALLS}).{0,60})`,
  's',
);
/** A getter has no argument: `.text()`. */
const ONLY_ASKS = /^(?:text|html|val)\(\s*\)|^(?:attr|prop)\(\s*['"`][\w-]+['"`]\s*\)/;

/** The ways by which a script finds elements, as far as it fills what it finds. */
export function fillsIn(source: ts.SourceFile): Fills {
  const found: Matches[] = [];
  let isByPlace = false;
  let isByUnknown = false;
  const look = (node: ts.Node): void => {
    const sought = ts.isCallExpression(node) ? soughtBy(node) : undefined;
    if (sought !== undefined && isFilled(node as ts.Expression, source)) {
      const selector = sought === null ? undefined : selectorIn(sought, node as ts.CallExpression);
      const matches = selector === undefined ? undefined : matcherOf(selector);
      if (matches) found.push(matches);
      else isByUnknown = true;
    } else if (ts.isPropertyAccessExpression(node) && BY_PLACE.test(node.name.text) && isFilled(node, source))
      isByPlace = true;
    ts.forEachChild(node, look);
  };
  look(source);
  return {
    mayFill: (element) =>
      found.some((matches) => matches(element)) ||
      (isByPlace && element.parent?.parent === undefined) ||
      (isByUnknown && (element.attributes.get('id') === null || element.attributes.get('class') === null)) ||
      [...element.attributes.keys()].some((name) => name.startsWith('#') || REFERS.test(name)) ||
      (isByUnknown && attributeOf(element, 'id') !== undefined),
  };
}

/** Attributes by which libraries fill an element, or a script finds it. */
const REFERS = new RegExp(
  '^(?:ref|x-text|x-html|' +
    String.raw`data-(?:bind|i18n|l10n|lang|translate|text|content|slot|field|ref|role|target|name|el|js)\b.*)$`,
);

/** The selector that a call looks for; undefined for a call that looks for no elements. */
function soughtBy(call: ts.CallExpression): ts.Expression | undefined | null {
  const called = unwrapped(call.expression);
  const [first] = call.arguments;
  if (ts.isIdentifier(called)) return JQUERY.test(called.text) && first && !isMarkup(first) ? first : undefined;
  return ts.isPropertyAccessExpression(called) && FINDS.test(called.name.text) ? (first ?? null) : undefined;
}

const isMarkup = (written: ts.Expression): boolean =>
  ts.isStringLiteralLike(written) ? written.text.trim().startsWith('<') : !ts.isStringLiteralLike(written);

function selectorIn(sought: ts.Expression, call: ts.CallExpression): string | undefined {
  const written = unwrapped(sought);
  if (!ts.isStringLiteralLike(written)) return undefined;
  const called = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : call.expression.getText();
  if (/^getElementById$|^byId$/.test(called)) return `#${CSS_NAME.test(written.text) ? written.text : 'none'}`;
  if (called === 'getElementsByClassName') return `.${written.text.trim().split(/\s+/).join('.')}`;
  if (called === 'getElementsByName') return `[name="${written.text.replace(/["\\]/g, '')}"]`;
  return written.text;
}

const CSS_NAME = /^[a-zA-Z_][\w-]*$/;

/** Whether a script gives words or a meaning to what an expression has found. */
function isFilled(found: ts.Expression, source: ts.SourceFile): boolean {
  let whole: ts.Node = found;
  while (ts.isParenthesizedExpression(whole.parent) || ts.isNonNullExpression(whole.parent)) whole = whole.parent;
  if (ts.isElementAccessExpression(whole.parent) && whole.parent.expression === whole) whole = whole.parent;
  const { parent } = whole;
  if (ts.isVariableDeclaration(parent))
    return ts.isIdentifier(parent.name) ? isNameFilled(parent.name.text, source.text, parent.name.end) : true;
  if (ts.isBinaryExpression(parent) && parent.right === whole)
    return isNameFilled(parent.left.getText(source), source.text, parent.end);
  if (ts.isPropertyAccessExpression(parent)) {
    const after = source.text.slice(whole.end, whole.end + 200);
    if (isFilling(after)) return true;
    const [, parameter] =
      /^\s*\??\.\s*(?:forEach|each|map)\(\s*(?:function\s*\w*\s*)?\(?\s*(?:\w+\s*,\s*)?(\w+)/.exec(after) ?? [];
    if (parameter !== undefined) return isNameFilled(parameter, source.text.slice(whole.end, whole.end + 1_500), 0);
    return false;
  }
  if (ts.isForOfStatement(parent)) {
    const [name] = ts.isVariableDeclarationList(parent.initializer) ? parent.initializer.declarations : [];
    return name === undefined || isNameFilled(name.name.getText(source), source.text.slice(parent.pos, parent.end), 0);
  }
  return !ts.isExpressionStatement(parent) && !ts.isIfStatement(parent) && !ts.isPrefixUnaryExpression(parent);
}

function isFilling(after: string): boolean {
  const [, done = ''] = FILLS.exec(after) ?? [];
  return done !== '' && !HARMLESS_ATTRIBUTE.test(done) && !ONLY_ASKS.test(done);
}

/** Whether what a name keeps is filled, or given to something that may fill it. */
function isNameFilled(name: string, code: string, begin: number): boolean {
  const called = escapedForRegex(name);
  for (const { index, 0: all } of code.matchAll(new RegExp(String.raw`(?<![\w.$'"#-])${called}(?![\w$-])`, 'g'))) {
    if (index < begin) continue;
    const before = code.slice(Math.max(0, index - 30), index);
    const after = code.slice(index + all.length, index + all.length + 160);
    if (isFilling(after)) return true;
    const isGiven = /(?:[\w$]\(|,)\s*$/.test(before) && /^\s*[,)]/.test(after);
    if (isGiven && !/(?:observe|log|contains|removeChild|if|while|isEqualNode)\(\s*$/.test(before)) return true;
    if (
      /^\s*\.\s*(?:first|last)(?:Element)?Child\b|^\s*\.\s*(?:children|forEach|each|map|find|querySelector)\b/.test(
        after,
      ) &&
      /\.\s*(?:textContent|innerText|innerHTML|text\(\s*\w|html\(\s*\w)/.test(after)
    )
      return true;
  }
  return false;
}
