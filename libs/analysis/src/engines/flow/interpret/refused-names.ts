import type { Expression } from '../ir';
import { IN_ELEMENTS, NO_CONSTRUCTOR, NO_PROTO, QUOTES_GONE, bitOf } from '../rules';
import { accessKey, ownKey } from './access-key';
import type { Protect } from './addresses';
import { allTaints, elementsOf, hasTaints } from './contents';
import type { Run } from './run';

import { MAYBE_PROTOTYPE, type Value } from './values';

/** The weakness if a name from outside finds a member that all objects inherit. */
const POLLUTION = bitOf('prototype-pollution');
export const NAMES = POLLUTION | NO_PROTO | NO_CONSTRUCTOR;

const REFUSES =
  /^(?:includes|has|test|match|indexOf)$|proto|unsafe|forbidden|danger|reserved|block|deny|pollut|ignore|exclude/i;
const HAS_OWN = /^(?:hasOwn|hasOwnProperty)$|has_?own|^has$/i;
const IS_OBJECT = /^(?:is|_is)_?(?:plain|simple|pure|mergeable|own)?_?(?:obj|record|dict|map)/i;

/** The names that a text cannot be if it differs from this one. */
function ruledOutUnless(name: unknown): number {
  if (name === '__proto__') return NO_PROTO;
  return name === 'constructor' || name === 'prototype' ? NO_CONSTRUCTOR : 0;
}

const refusedBy = (expression: Expression): number =>
  expression.kind === 'literal' ? ruledOutUnless(expression.value) : 0;

/** Applies that a name is unequal to one by which objects find what they inherit. */
export function refineUnequal(left: Expression, right: Expression, protect: Protect): void {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const mask = refusedBy(one);
    if (mask !== 0) protect(other, mask);
  }
}

/** Applies that a character is another one: markup needs the bracket of a tag, or a quote that ends an attribute. */
export function refineOtherCharacter(left: Expression, right: Expression, protect: Protect): void {
  const mask = right.kind === 'literal' ? ruledOutUnlessCharacter(right.value) : 0;
  if (mask !== 0) protect(left, mask);
}

function ruledOutUnlessCharacter(character: unknown): number {
  if (character === '"') return QUOTES_GONE;
  return character === '<' ? bitOf('cross-site-scripting') | IN_ELEMENTS : 0;
}

/**
 * `FORBIDDEN.has(name)`, `/^__proto__$/.test(name)`, `isForbidden(name)`: such a test looks at the name, whatever it
 * refuses. `path.includes('__proto__')` looks at its receiver.
 */
export function refineRefused(
  run: Run,
  name: string,
  receiver: Expression | undefined,
  first: Expression | undefined,
  protect: Protect,
): void {
  if (first === undefined || !REFUSES.test(name)) return;
  const isSearched = receiver !== undefined && carriesSomething(run, receiver) && !carriesSomething(run, first);
  const [text, refused] = isSearched ? [receiver, first] : [first, receiver];
  protect(text, refused === undefined ? POLLUTION : refusedIn(run, run.evaluate(refused)));
}

/** The names in a list, a set or a pattern; all of them if its contents are not known. */
function refusedIn(run: Run, value: Value): number {
  const parts = elementsOf(run, value) ?? [value];
  const texts = parts.map(({ text }) => text);
  if (texts.some((text) => text === undefined)) return POLLUTION;
  const named = texts.join(' ');
  return (/proto/.test(named) ? NO_PROTO : 0) | (/constructor|prototype/.test(named) ? NO_CONSTRUCTOR : 0);
}

/**
 * `typeof target[key] === 'object'`, `isPlainObject(target[key])`: the key finds no function, and so no constructor.
 * This says nothing if the object itself comes from the same input as the key.
 */
export function refineFoundObject(run: Run, found: Expression, protect: Protect): void {
  if (found.kind !== 'index') return;
  const keys = allTaints(run, run.evaluate(found.key));
  const own = new Set(allTaints(run, run.evaluate(found.object)).map(({ source }) => source));
  if (!keys.some(({ source }) => own.has(source))) protect(found.key, NO_CONSTRUCTOR);
}

export const asksForObject = (name: string): boolean => IS_OBJECT.test(name);

const carriesSomething = (run: Run, expression: Expression): boolean => hasTaints(run, run.evaluate(expression));

/** `Object.hasOwn(object, name)`, `object.hasOwnProperty(name)`, `hasOwnProperty.call(object, name)` */
export function refineOwn(run: Run, callee: Expression, name: string, args: readonly Expression[]): void {
  const isCalled = callee.kind === 'field' && callee.name === 'call' && callee.object.kind === 'field';
  const asked = isCalled ? (callee.object as Extract<Expression, { kind: 'field' }>).name : name;
  if (!HAS_OWN.test(asked)) return;
  const [first, second] = args;
  const [object, key] = second ? [first, second] : [callee.kind === 'field' ? callee.object : undefined, first];
  if (object && key) protectOwn(run, object, key);
}

function protectOwn(run: Run, object: Expression, key: Expression): void {
  const own = ownKey(object, key);
  if (own !== undefined) run.state.setGuard(own, run.state.guard(own) | POLLUTION);
}

/** `object[key] = {}`: from now on the key finds the new object, not a member that all objects inherit. */
export function ownsWhatIsPut(run: Run, object: Expression, key: Expression, value: Value): void {
  const isNew = value.objects.length > 0 && value.taints.length === 0 && value.isOther === undefined;
  if (isNew && !value.paths.includes(MAYBE_PROTOTYPE) && accessKey(object) !== undefined) protectOwn(run, object, key);
}
