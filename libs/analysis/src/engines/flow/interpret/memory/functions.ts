import type { Argument, FunctionForm } from '../../ir';
import { accessKey } from '../access-key';
import type { Run } from '../run';
import { type Value, isSame, valueLike } from '../values';

/** Copies the values of a macro's parameters back to the variables in the call. */
export function giveBack(run: Run, { parameters }: FunctionForm, written: readonly Argument[]): void {
  for (const [index, { target }] of parameters.entries()) {
    const value = written[index]?.value;
    const left = target.kind === 'variable' ? run.state.get(target.id) : undefined;
    if (left === undefined || value === undefined || accessKey(value) === undefined) continue;
    if (isSame(left, run.evaluate(value))) continue;
    if (value.kind === 'variable') run.assign({ kind: 'variable', id: value.id }, left, undefined);
    if (value.kind === 'field') run.assign({ kind: 'field', object: value.object, name: value.name }, left, undefined);
  }
}

/** A block that one call makes is not the block that the next call makes. */
export const withoutBlocks = (run: Run, value: Value): Value =>
  run.language.hasMemory && value.objects.length > 0 ? valueLike(value, { objects: [], isOther: true }) : value;

/** Functions of C libraries that return their argument in another form; others return handles and numbers. */
const PASSING_ON = /str|dup|cat|copy|conv|decode|escape|trim|strip|lower|upper|utf|text|quote|format|printf|path/i;

export const passesOn = (called: string): boolean => PASSING_ON.test(called);
