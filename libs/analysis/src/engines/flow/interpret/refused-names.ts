import type { Expression } from '../ir';
import { bitOf } from '../rules';
import { accessKey, ownKey } from './access-key';
import type { Protect } from './addresses';
import { allTaints } from './contents';
import type { Run } from './run';

import { MAYBE_PROTOTYPE, type Value } from './values';

/** What is lost where a name from outside finds what objects inherit. */
export const POLLUTION = bitOf('prototype-pollution');

const REFUSES =
  /^(?:includes|has|test|match|indexOf|some)$|proto|unsafe|forbidden|danger|reserved|block|deny|pollut|ignore|exclude/i;
const HAS_OWN = /^(?:hasOwn|hasOwnProperty)$|has_?own|^has$/i;
const INHERITED: ReadonlySet<unknown> = new Set(['__proto__', 'prototype']);

const isInherited = (expression: Expression): boolean =>
  expression.kind === 'literal' && INHERITED.has(expression.value);

/** A name that is none of those by which objects find what they inherit. */
export function refineUnequal(left: Expression, right: Expression, protect: Protect): void {
  if (isInherited(left)) protect(right, POLLUTION);
  if (isInherited(right)) protect(left, POLLUTION);
}

/**
 * `FORBIDDEN.has(name)`, `/^__proto__$/.test(name)`, `isForbidden(name)`: whatever it refuses, it looks at the name.
 * `path.includes('__proto__')` looks at what it is called on.
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
  protect(isSearched ? receiver : first, POLLUTION);
}

const carriesSomething = (run: Run, expression: Expression): boolean =>
  allTaints(run, run.evaluate(expression)).length > 0;

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

/** `object[key] = {}`: what the key finds from now on is what was put there, and nothing that all objects inherit. */
export function ownsWhatIsPut(run: Run, object: Expression, key: Expression, value: Value): void {
  const isNew = value.objects.length > 0 && value.taints.length === 0 && value.isOther === undefined;
  if (isNew && !value.paths.includes(MAYBE_PROTOTYPE) && accessKey(object) !== undefined) protectOwn(run, object, key);
}
