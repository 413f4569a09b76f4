import ts from 'typescript';
import type { AttributeValue } from '../markup';
import { boundTo, resultsOf } from './constants';
import type { Scope } from './meaning';
import { codeOf, isNothing, meaningOf, nameOf, unwrapped } from './scope';
import { cssOfObject } from './style-objects';

const RENAMED: Readonly<Record<string, string>> = {
  classname: 'class',
  htmlfor: 'for',
  httpequiv: 'http-equiv',
  acceptcharset: 'accept-charset',
  xmllang: 'xml:lang',
};
/** Props that put something into an element. */
const TEXTS = new Set(['children', 'dangerouslysetinnerhtml', 'innerhtml', 'textcontent']);

/** One attribute as it is written, or as an object has it that is spread over the element. */
interface Written {
  readonly name: string;
  /** Undefined for an attribute without a value, and null for one whose value is no expression. */
  readonly value: ts.Expression | null | undefined;
  readonly scope: Scope;
}

/** The meaning of the attributes of an element. */
export interface JsxAttributes {
  readonly attributes: Map<string, AttributeValue>;
  readonly choices: Map<string, readonly string[]>;
  readonly handlers: Map<string, string>;
  readonly mayHaveMore: boolean;
  readonly hasUnknownText: boolean;
  /** The content that an object gives the element over which it is spread. */
  readonly children: { readonly expression: ts.Expression; readonly scope: Scope } | undefined;
}

export function attributesOf(written: ts.JsxAttributes, source: ts.SourceFile, scope: Scope): JsxAttributes {
  const attributes = new Map<string, AttributeValue>();
  const choices = new Map<string, readonly string[]>();
  const handlers = new Map<string, string>();
  let hasUnknownText = false;
  let children: JsxAttributes['children'];
  const all = written.properties.flatMap((property) => writtenBy(property, source, scope));
  for (const each of all) {
    if (each === 'unknown') continue;
    const { name, value } = each;
    const code = value ? codeOf(value) : '';
    if (name === 'class' && code !== '' && !ts.isStringLiteral(value!)) handlers.set('look', code);
    if (name === 'alt' && code !== '' && !ts.isStringLiteral(value!)) handlers.set('bound alt', code.trim());
    if (name === 'children' && each.scope !== scope && value) children = { expression: value, scope: each.scope };
    else if (TEXTS.has(name)) hasUnknownText = true;
    else if (name.startsWith('on')) setHandler(attributes, handlers, each);
    else if (name === 'style') attributes.set(name, value ? cssOfObject(value, each.scope) : null);
    else {
      if (/^(?:value|checked)$/.test(name) && value && ts.isIdentifier(value)) handlers.set('model', value.text);
      if (name === 'ref' && value && ts.isIdentifier(value)) handlers.set('ref', value.text);
      setValue(attributes, choices, each);
      if (value && attributes.get(name) === null && isFilled(value)) handlers.set(`filled ${name}`, '');
    }
  }
  return { attributes, choices, handlers, mayHaveMore: all.includes('unknown'), hasUnknownText, children };
}

/** `{...register('email')}` of react-hook-form, which gives a field a name and handlers alone. */
const REGISTERS = /^(?:\w+\.)?register\(/;

/** The attributes that one property stands for: several, if it is an object that is spread over the element. */
function writtenBy(
  property: ts.JsxAttributeLike,
  source: ts.SourceFile,
  scope: Scope,
): readonly (Written | 'unknown')[] {
  if (ts.isJsxAttribute(property)) {
    const { initializer } = property;
    const value =
      initializer === undefined || ts.isStringLiteral(initializer)
        ? initializer
        : ts.isJsxExpression(initializer)
          ? (initializer.expression ?? null)
          : null;
    return [{ name: plainName(property.name.getText(source)), value, scope }];
  }
  if (REGISTERS.test(property.expression.getText(source)) && source.text.includes('react-hook-form'))
    return ['name', 'onchange', 'onblur'].map((name) => ({ name, value: null, scope }));
  const meaning = meaningOf(property.expression, scope);
  if (!meaning || !ts.isObjectLiteralExpression(meaning.expression)) return ['unknown'];
  return meaning.expression.properties.map((each) => {
    const name = each.name && nameOf(each.name);
    if (name === undefined || !(ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each)))
      return 'unknown';
    const value = ts.isPropertyAssignment(each) ? each.initializer : each.name;
    return { name: plainName(name), value, scope: meaning.scope };
  });
}

function plainName(written: string): string {
  const plain = written.toLowerCase();
  return RENAMED[plain] ?? plain;
}

/** Whether an expression is a text with words in it, whatever its other parts are: `${stars} of 5 stars`. */
function isFilled(written: ts.Expression): boolean {
  const expression = unwrapped(written);
  if (ts.isTemplateExpression(expression))
    return [expression.head, ...expression.templateSpans.map(({ literal }) => literal)].some(({ text }) =>
      HAS_WORDS.test(text),
    );
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false;
  return [expression.left, expression.right].some(
    (each) => (ts.isStringLiteralLike(each) && HAS_WORDS.test(each.text)) || isFilled(each),
  );
}

const HAS_WORDS = /\p{L}/u;

function setHandler(
  attributes: Map<string, AttributeValue>,
  handlers: Map<string, string>,
  { name, value, scope }: Written,
): void {
  const meaning = value && scope.isBound ? meaningOf(value, scope) : undefined;
  // A use of the component gives no handler here.
  if (meaning && isNothing(meaning.expression)) return;
  attributes.set(name, value && ts.isStringLiteral(value) ? value.text : null);
  if (!value || value.pos < 0) return;
  const does = handlerOf(meaning?.expression ?? value);
  if (does !== undefined) handlers.set(name, does);
  if (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value)) handlers.set(`named ${name}`, value.getText());
}

function setValue(
  attributes: Map<string, AttributeValue>,
  choices: Map<string, readonly string[]>,
  { name, value: written, scope }: Written,
): void {
  // React writes `aria-hidden` alone out as a state that holds.
  if (written === undefined) attributes.set(name, name.startsWith('aria-') ? 'true' : '');
  else if (written === null) attributes.set(name, null);
  else if (ts.isStringLiteral(written)) attributes.set(name, written.text);
  else {
    // React writes `false` out where it is the state that ARIA asks for.
    const { value, choices: all } = boundTo(resultsOf(written, scope), (flag) =>
      flag || name.startsWith('aria-') ? String(flag) : undefined,
    );
    if (value === undefined) attributes.delete(name);
    else attributes.set(name, value);
    if (all.length > 0) choices.set(name, all);
  }
}

/** The body of a handler that stands where it is given. */
function handlerOf(expression: ts.Expression): string | undefined {
  if (!(ts.isArrowFunction(expression) || ts.isFunctionExpression(expression))) return undefined;
  const { body } = expression;
  return ts.isBlock(body) ? body.getText().slice(1, -1).trim() : body.getText();
}
