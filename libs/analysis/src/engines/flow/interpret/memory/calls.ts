import { PREDICTABLE } from '../../../../catalogue/flow/rows';
import type { Argument, Expression } from '../../ir';
import { allTaints, anyContentOf, contentOf } from '../contents';
import type { EvaluatedCall } from '../evaluated-call';
import type { Run } from '../run';
import { UNKNOWN, type Value, constantOf, joinTaints, ofTaints, valueLike, withTaints } from '../values';
import { judgeElement, judgeUse } from './access';
import { TEXT, blockOf, forgetBlocks } from './blocks';
import { C_FUNCTIONS } from './c-functions';
import { copied, filled } from './copies';
import { objectLike } from '../state';

/** Calls that the lowering inserts; they are not functions of C. */
const OWN = new RegExp(
  '^c\\.(?:uninitialised|array|static|struct|box|shape|dynamic|byte|narrow|fraction|storage|unsigned|number|' +
    'new|delete)(?:\\[\\])?$|^c\\.free$| ',
);

/**
 * A function in a table may release what another function of the table allocated: only blocks of the heap are judged.
 */
const isOfHeap = (run: Run, value: Value = UNKNOWN): boolean => blockOf(run, value)?.block.region === 'heap';

/** An unknown macro may set the variables that are passed to it. */
const MACRO = /^c\.[A-Z_][A-Z0-9_]+$/;

function forgetNames(run: Run, written: readonly Expression[], args: EvaluatedCall['args']): void {
  for (const [index, expression] of written.entries()) {
    const value = args[index]?.value;
    if (expression.kind !== 'variable' || value === undefined || value === UNKNOWN) continue;
    run.assign({ kind: 'variable', id: expression.id }, ofTaints(allTaints(run, value)), undefined);
  }
}

/** The effect of a call of C by itself; undefined if it is not known. */
export function calledInC(
  run: Run,
  { target, name, args, at }: EvaluatedCall,
  given: readonly Argument[],
): Value | undefined {
  const written = given.map(({ value }) => value);
  const path = target.paths.find((each) => each.startsWith('c.'));
  if (path === undefined) return undefined;
  if (name !== undefined && path === 'c.free' && !isOfHeap(run, args[0]?.value)) return undefined;
  const result = known(run, path, args, written, at);
  if (result === undefined) {
    if (MACRO.test(path)) forgetNames(run, written, args);
    else for (const { value } of args) judgeReleased(run, value, at);
    return undefined;
  }
  if (!OWN.test(path)) for (const { value } of args) forgetBox(run, value, run.rules.fills.has(path));
  return result;
}

function known(
  run: Run,
  path: string,
  args: EvaluatedCall['args'],
  written: readonly Expression[],
  at: number,
): Value | undefined {
  const copy = run.rules.copies.get(path);
  if (copy) {
    const result = copied(run, copy, args, at);
    carryOn(run, args[copy.to]?.value, written[copy.to], result, at);
    return result;
  }
  const fill = run.rules.fills.get(path);
  if (fill) return filled(run, fill, args, written, at);
  const effect = Object.hasOwn(C_FUNCTIONS, path) ? C_FUNCTIONS[path] : undefined;
  if (effect) return effect({ run, receiver: UNKNOWN, args: args.map(({ value }) => value), named: args, at });
  return undefined;
}

/** A call writes to a variable whose address it gets: `strtol(text, &end, 10)`. */
function forgetBox(run: Run, value: Value, isFilled: boolean): void {
  const box = blockOf(run, value);
  const held = box?.block.size === undefined ? box?.object.fields.get('0') : undefined;
  if (!box || held === undefined || (isFilled && held.taints.length > 0)) return;
  const fields = new Map(box.object.fields).set('0', ofTaints(held.taints));
  run.state.setObject(box.key, objectLike(box.object, { fields }));
}

/** A pointer of which nothing is known carries the taints of what is written through it. */
function carryOn(
  run: Run,
  target: Value | undefined,
  written: Expression | undefined,
  result: Value,
  at: number,
): void {
  if (!target || target.objects.length > 0 || result.taints.length === 0 || written?.kind !== 'variable') return;
  run.assign({ kind: 'variable', id: written.id }, withTaints(target, result.taints), at);
}

/** Code that gets a pointer to released memory will use it. */
function judgeReleased(run: Run, value: Value, at: number): void {
  if (blockOf(run, value)?.block.released !== undefined) judgeUse(run, value, at);
}

/** An unknown call may do anything with its arguments. */
export function handedToC(run: Run, value: Value): void {
  forgetBlocks(run, value);
}

/** Reads `array[place]`. */
export function elementInC(run: Run, array: Value, place: Value, at: number): Value {
  judgeElement(run, array, place, at, false);
  const { constant } = place;
  if (constant !== undefined && constant !== null) {
    if (typeof array.constant === 'string' && typeof constant === 'number')
      return characterAt(array.constant, constant);
    const content = contentOf(run, array, String(constant));
    if (content) return content;
  }
  // Code that knows the random number that chooses an element also knows the element.
  const chosen = place.taints.filter(({ label }) => label === PREDICTABLE);
  const element = withoutText(run, array);
  return valueLike(element, { taints: joinTaints(element.taints, chosen), paths: [] });
}

const characterAt = (text: string, place: number): Value =>
  place === text.length
    ? constantOf(0)
    : place < text.length && place >= 0
      ? constantOf(text.charCodeAt(place))
      : UNKNOWN;

/** Any element. The text of the block as a whole is not an element. */
function withoutText(run: Run, array: Value): Value {
  const holdsText = array.objects.some((key) => run.state.object(key)?.fields.has(TEXT));
  return holdsText ? ofTaints(allTaints(run, array)) : anyContentOf(run, array);
}

/** Whether a value points to memory that a call may change. */
export const holdsBlock = (run: Run, { objects }: Value): boolean =>
  objects.some((key) => run.state.object(key)?.block !== undefined);
