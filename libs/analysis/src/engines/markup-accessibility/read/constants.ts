import ts from 'typescript';
import { NO_SCOPE, type Scope } from './meaning';
import { codeOf, isNothing, meaningOf, nameOf, unwrapped } from './scope';

/** A value that an expression can have; null for nothing, undefined for what must be run. */
export type Result = string | boolean | null | undefined;

const MAX_DEPTH = 16;
/** More values than these are of a program, and no rule would tell them apart. */
const MAX_RESULTS = 16;

/** The values of which an expression has one: both of `isOpen ? 'a' : 'b'`. */
export function resultsOf(written: ts.Expression, scope: Scope = NO_SCOPE, depth = 0): readonly Result[] {
  const expression = unwrapped(written);
  if (depth > MAX_DEPTH) return [undefined];
  const inner: Inner = (each) => resultsOf(each, scope, depth + 1);
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return [expression.text];
  if (ts.isPrefixUnaryExpression(expression)) return resultsOfPrefix(expression, inner);
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return [true];
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return [false];
  if (expression.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(expression)) return [null];
  if (isNothing(expression)) return [null];
  if (isReference(expression)) {
    const meaning = meaningOf(expression, scope);
    return meaning ? resultsOf(meaning.expression, meaning.scope, depth + 1) : [undefined];
  }
  if (ts.isConditionalExpression(expression)) {
    const truth = truthOf(inner(expression.condition));
    return [
      ...(truth === false ? [] : inner(expression.whenTrue)),
      ...(truth === true ? [] : inner(expression.whenFalse)),
    ];
  }
  if (ts.isTemplateExpression(expression))
    return joined([
      [expression.head.text],
      ...expression.templateSpans.flatMap((span) => [inner(span.expression).map(asWritten), [span.literal.text]]),
    ]);
  if (ts.isCallExpression(expression)) return resultsOfCall(expression, inner);
  return ts.isBinaryExpression(expression) ? resultsOfPair(expression, inner) : [undefined];
}

type Inner = (each: ts.Expression) => readonly Result[];

const isReference = (each: ts.Expression): boolean =>
  ts.isIdentifier(each) || ts.isPropertyAccessExpression(each) || ts.isElementAccessExpression(each);

function resultsOfPrefix({ operator, operand }: ts.PrefixUnaryExpression, inner: Inner): readonly Result[] {
  const results = inner(operand);
  if (operator === ts.SyntaxKind.ExclamationToken)
    return results.flatMap((value) => (value === undefined ? [true, false] : [!isTrue(value)]));
  const isNegative = operator === ts.SyntaxKind.MinusToken;
  return results.map((value) => (isNegative && typeof value === 'string' ? `-${value}` : undefined));
}

/** A value as a text has it in which it is put. */
const asWritten = (value: Result): string | undefined =>
  value === undefined ? undefined : value === null ? 'undefined' : String(value);

/** All texts that parts make one after the other. */
function joined(parts: readonly (readonly (string | undefined)[])[]): readonly Result[] {
  let texts: readonly (string | undefined)[] = [''];
  for (const part of parts) {
    const longer = texts.flatMap((text) =>
      part.map((each) => (text === undefined || each === undefined ? undefined : text + each)),
    );
    texts = [...new Set(longer)];
    if (texts.length > MAX_RESULTS) return [undefined];
  }
  return texts;
}

function resultsOfPair({ left, right, operatorToken }: ts.BinaryExpression, inner: Inner): readonly Result[] {
  const first = inner(left);
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const truth = truthOf(first);
      return truth === undefined ? [...untrue(first), ...inner(right)] : truth ? inner(right) : first;
    }
    case ts.SyntaxKind.BarBarToken: {
      const truth = truthOf(first);
      return truth === undefined ? [undefined, ...inner(right)] : truth ? first : inner(right);
    }
    case ts.SyntaxKind.QuestionQuestionToken:
      if (first.every((value) => value === null)) return inner(right);
      return first.some((value) => value === null || value === undefined) ? [undefined, ...inner(right)] : first;
    case ts.SyntaxKind.PlusToken: {
      const second = inner(right);
      // Two numbers are added up, and not written one after the other.
      const isSum = [first, second].every((all) => all.every((each) => typeof each !== 'string' || isNumber(each)));
      return isSum ? [undefined] : joined([first.map(asWritten), second.map(asWritten)]);
    }
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken: {
      const second = inner(right);
      const [one, other] = [first[0], second[0]];
      if (first.length !== 1 || second.length !== 1 || one === undefined || other === undefined) return [undefined];
      return [(one === other) === (operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken)];
    }
    default:
      return [undefined];
  }
}

const isNumber = (text: string): boolean => /^-?[\d.]+$/.test(text);

/** The results of `a && b` if `a` does not hold. */
const untrue = (results: readonly Result[]): readonly Result[] =>
  results.includes(undefined) ? [undefined] : results.filter((value) => !isTrue(value));

/** Functions that join names of classes. */
const JOINING = 'clsx|classnames|classNames|cn|cx|twMerge|twJoin';
const JOINS_CLASSES = new RegExp(`^(?:${JOINING})$`);

function resultsOfCall(call: ts.CallExpression, inner: Inner): readonly Result[] {
  const called = unwrapped(call.expression);
  if (ts.isIdentifier(called)) {
    if (called.text === 'String' && call.arguments.length === 1) return inner(call.arguments[0]!).map(asWritten);
    if (!JOINS_CLASSES.test(called.text)) return [undefined];
    return joined(call.arguments.map((each) => classesOf(each, inner))).map(onOneLine);
  }
  if (!ts.isPropertyAccessExpression(called)) return [undefined];
  const whole = unwrapped(called.expression);
  switch (called.name.text) {
    case 'trim':
      return onTexts(inner(whole), (text) => text.trim());
    case 'toUpperCase':
      return onTexts(inner(whole), (text) => text.toUpperCase());
    case 'toLowerCase':
      return onTexts(inner(whole), (text) => text.toLowerCase());
    case 'toString':
      return call.arguments.length === 0 ? onTexts(inner(whole), (text) => text) : [undefined];
    case 'join':
      return resultsOfJoin(whole, call.arguments[0], inner);
    default:
      return [undefined];
  }
}

const onTexts = (results: readonly Result[], change: (text: string) => string): readonly Result[] =>
  results.map((each) => (typeof each === 'string' ? change(each) : undefined));

const onOneLine = (text: Result): Result => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : text);

/** `['a', isOpen && 'b'].filter(Boolean).join(' ')` */
function resultsOfJoin(written: ts.Expression, separator: ts.Expression | undefined, inner: Inner): readonly Result[] {
  const isFiltered = ts.isCallExpression(written) && /\.filter\(\s*Boolean\s*\)$/.test(codeOf(written));
  const list = isFiltered ? unwrapped((written.expression as ts.PropertyAccessExpression).expression) : written;
  const [between, ...others] = separator ? inner(separator) : [','];
  if (!ts.isArrayLiteralExpression(list) || typeof between !== 'string' || others.length > 0) return [undefined];
  if (list.elements.some(ts.isSpreadElement)) return [undefined];
  return joined(
    list.elements.map((each, index) =>
      inner(each).map((value) => {
        if (value === undefined) return undefined;
        const text = typeof value === 'string' || (!isFiltered && value !== null) ? String(value) : '';
        return `${index === 0 || (isFiltered && text === '') ? '' : between}${text}`;
      }),
    ),
  ).map((each) => (isFiltered && between === ' ' ? onOneLine(each) : each));
}

/** The classes that an argument adds, each text with a space before it. */
function classesOf(written: ts.Expression, inner: Inner): readonly (string | undefined)[] {
  const argument = unwrapped(written);
  if (ts.isArrayLiteralExpression(argument))
    return joined(argument.elements.map((each) => classesOf(each, inner))) as readonly (string | undefined)[];
  if (!ts.isObjectLiteralExpression(argument))
    return inner(argument).map((value) => (value === undefined ? undefined : isTrue(value) ? ` ${String(value)}` : ''));
  return joined(
    argument.properties.map((each) => {
      const name = ts.isPropertyAssignment(each) ? nameOf(each.name) : undefined;
      const truth = name === undefined ? undefined : truthOf(inner((each as ts.PropertyAssignment).initializer));
      return name === undefined ? [undefined] : truth === undefined ? ['', ` ${name}`] : [truth ? ` ${name}` : ''];
    }),
  ) as readonly (string | undefined)[];
}

const isTrue = (value: Result): boolean => value !== '0' && Boolean(value);

/** Whether a condition holds; undefined if that is not known. */
export function truthOf(results: readonly Result[]): boolean | undefined {
  if (results.includes(undefined)) return undefined;
  const truths = new Set(results.map(isTrue));
  return truths.size === 1 ? [...truths][0] : undefined;
}

/** The value of an attribute of a template that is bound to an expression. */
export interface Bound {
  /** Null: only a program knows it. Undefined: the attribute is not there. */
  readonly value: string | null | undefined;
  readonly choices: readonly string[];
}

/** The value that a framework writes for the results of an expression. */
export function boundTo(results: readonly Result[], textOfFlag: (flag: boolean) => string | null | undefined): Bound {
  const written = results.map((result) =>
    typeof result === 'boolean' ? textOfFlag(result) : result === undefined ? null : (result ?? undefined),
  );
  const values = new Set(written);
  if (values.size === 1) return { value: written[0], choices: [] };
  return { value: null, choices: [...values].filter((value): value is string => typeof value === 'string') };
}

/** Longer expressions of a template are seldom constant. */
const MAX_EXPRESSION = 200;

/** The expression that a template has as a text; undefined if it is not one, or is too long to be constant. */
export function expressionOf(text: string, most = MAX_EXPRESSION): ts.Expression | undefined {
  if (text.length > most) return undefined;
  const { statements } = ts.createSourceFile('a.ts', `(${text})`, ts.ScriptTarget.Latest, true);
  const [statement] = statements;
  return statements.length === 1 && statement && ts.isExpressionStatement(statement) ? statement.expression : undefined;
}

const KNOWN_CALL = new RegExp(String.raw`^\s*(?:${JOINING}|String)\(|\.(?:trim|to\w+|join)\(`);

/** Whether an expression calls a function that must be run: `t('save')`. */
const isOtherCall = (text: string): boolean => /^\s*[\w$.]+\(/.test(text) && !KNOWN_CALL.test(text);

/** Whether the first name of an expression is one that the file does not declare. */
function isUnknown(text: string, { knows }: Scope): boolean {
  const [, name] = /^[\s!(]*([a-zA-Z_$][\w$]*)/.exec(text) ?? [];
  return knows !== undefined && name !== undefined && /^[\s\w$.!()[\]?]*$/.test(text) && !knows(name);
}

/** The results of an expression that a template has as a text, such as `isOpen ? 'true' : 'false'`. */
export function resultsOfText(text: string, scope: Scope = NO_SCOPE): readonly Result[] {
  const isPlain = !/['"`\d]|\b(?:true|false|null|undefined)\b/.test(text);
  if (isPlain && (scope === NO_SCOPE || isUnknown(text, scope)))
    return /^\s*![\w$.\s]+$/.test(text) ? [true, false] : [undefined];
  if (isOtherCall(text)) return [undefined];
  const expression = expressionOf(text);
  return expression ? resultsOf(expression, scope) : [undefined];
}

/** The classes that a template binds an element to: names, and lists and objects of names. */
export function classesOfText(text: string, scope: Scope = NO_SCOPE): readonly Result[] {
  const names = text.replace(/(['"])[^'"]*\1/g, '').match(/[a-zA-Z_$][\w$]*(?!\s*:|[\w$])/g) ?? [];
  const isKnown = names.every((name) => /^(?:true|false|null|undefined)$/.test(name) || scope.knows?.(name) === true);
  const expression = isKnown ? expressionOf(text) : undefined;
  if (!expression) return [undefined];
  return classesOf(expression, (each) => resultsOf(each, scope)).map(onOneLine);
}

/** Vue and Angular leave an attribute out that is bound to nothing, and write a state of ARIA out. */
export const boundInTemplate = (name: string, text: string, scope?: Scope): Bound =>
  boundTo(resultsOfText(text, scope), (flag) => (name.startsWith('aria-') ? String(flag) : null));
