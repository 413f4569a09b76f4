import { ALL_WEAKNESSES, bitOf } from '../../rules';
import type { Expression } from '../../ir';
import { NUMBER_TYPE } from '../../lower/csharp/names';
import { nameOfCalled } from '../called-names';
import { calledFunctions } from '../methods';
import { namesPlain } from '../plain-characters';
import type { Run } from '../run';

type Call = Extract<Expression, { kind: 'call' }>;

/** The parts of the interpreter by which a condition of .NET makes a place safe. */
export interface Guards {
  readonly protect: (place: Expression, mask: number) => void;
  readonly equal: (one: Expression, other: Expression) => void;
  readonly prefixed: (text: Expression, prefix: Expression | undefined) => void;
  readonly isFromOutside: (expression: Expression) => boolean;
  readonly ruledOutBy: (pattern: string | undefined) => number;
}

/** Applies what a call of .NET says about its arguments where it is true. */
export function refineDotnet(run: Run, { callee, args }: Call, guards: Guards): void {
  if (callee.kind !== 'field') return;
  const { object, name } = callee;
  const [first, second] = args.map(({ value }) => value);
  if (!first) return;
  const type = nameOfType(object);
  switch (name) {
    case 'Contains':
    case 'ContainsKey':
      if (!guards.isFromOutside(object)) guards.protect(first, ALL_WEAKNESSES);
      return;
    case 'Equals':
      if (type === 'string' || type === 'String') guards.equal(first, second ?? first);
      else guards.equal(object, first);
      return;
    case 'StartsWith':
      guards.prefixed(object, first);
      return;
    case 'IsNullOrEmpty':
    case 'IsNullOrWhiteSpace':
      guards.protect(first, ALL_WEAKNESSES);
      return;
    case 'TryParse':
    case 'TryParseExact':
      if (type !== undefined && NUMBER_TYPE.test(type)) guards.protect(first, ALL_WEAKNESSES);
      return;
    case 'IsMatch': {
      const pattern = type === 'Regex' ? second && run.evaluate(second).text : patternOf(run, object);
      guards.protect(first, guards.ruledOutBy(pattern));
      return;
    }
    case 'IsLocalUrl':
    case 'IsValidReturnUrl':
      guards.protect(first, bitOf('open-redirect'));
      return;
    case 'All':
      if (namesPlain(first)) guards.protect(object, ALL_WEAKNESSES);
      return;
    case 'Any':
    case 'Exists':
      if (!guards.isFromOutside(object)) refineMember(first, guards);
  }
}

/** The pattern that an object looks for, or that a method gives back which does nothing else. */
function patternOf(run: Run, object: Expression): string | undefined {
  const { text } = run.evaluate(object);
  if (text !== undefined || object.kind !== 'call') return text;
  const [only, ...others] = calledFunctions(run, object.callee);
  const [statement, ...further] = only?.form.body ?? [];
  const isOne = others.length + further.length === 0 && statement?.kind === 'return';
  return isOne && statement.value !== undefined ? run.evaluate(statement.value).text : undefined;
}

/** `context != null`: IdentityServer knows the address as a client's, and returns null for any other one. */
export function refineKnownClient(run: Run, left: Expression, right: Expression, protect: Guards['protect']): void {
  const asked = run.written.of(left);
  if (right.kind !== 'literal' || right.value !== null || asked.kind !== 'call') return;
  const [address] = asked.args;
  if (address && nameOfCalled(asked.callee) === 'GetAuthorizationContextAsync')
    protect(address.value, bitOf('open-redirect'));
}

/** `list.Any(each => each == value)` */
function refineMember(judge: Expression, { protect }: Guards): void {
  if (judge.kind !== 'function') return;
  const [only] = judge.function.body;
  const [parameter] = judge.function.parameters;
  if (only?.kind !== 'return' || only.value === undefined || parameter?.target.kind !== 'variable') return;
  const { id } = parameter.target;
  const sides = sidesOf(only.value);
  if (sides.some((side) => side.kind === 'variable' && side.id === id))
    for (const side of sides) if (side.kind !== 'variable' || side.id !== id) protect(side, ALL_WEAKNESSES);
}

/** The two sides of a comparison. */
function sidesOf(value: Expression): readonly Expression[] {
  if (value.kind === 'operation' && value.operator === '==') return value.operands;
  if (value.kind !== 'call' || value.callee.kind !== 'field' || value.callee.name !== 'Equals') return [];
  const [first, second] = value.args.map((argument) => argument.value);
  const isStatic = /^[sS]tring$/.test(nameOfType(value.callee.object) ?? '');
  return isStatic && first && second ? [first, second] : first ? [value.callee.object, first] : [];
}

function nameOfType(expression: Expression): string | undefined {
  if (expression.kind === 'global') return expression.name;
  return expression.kind === 'import' ? expression.module.split(/[|. ]/).at(-1) : undefined;
}
