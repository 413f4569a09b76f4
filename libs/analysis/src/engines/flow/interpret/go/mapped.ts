import { type Effect, taintOf } from '../effect';
import { BY_CHARACTERS, possibleWith } from '../patterns';
import type { Run } from '../run';
import { type Closure, type Value, carrying, constantOf, madeSafe } from '../values';

/** The characters with which a text can harm, and some of those without. */
const ASKED = [...'./\\;|&`<>\n$({[=*+\'"aAzZ059-_ :,%#?@!~})]^\t\r\0'];

/**
 * `strings.Map(function, text)`: the result has the characters that the function gives. It is called with each that may
 * harm; -1 drops one.
 */
export const mapped: Effect = ({ run, args: [change, text], at }) => {
  if (change === undefined || text === undefined) return undefined;
  const value = carrying([taintOf(run, text)]);
  const [closure, ...others] = change.functions;
  if (closure === undefined || others.length > 0 || value.taints.length === 0) return value;
  const given = givenBy(run, closure, at);
  if (given === undefined) return value;
  return madeSafe(value, BY_CHARACTERS & ~possibleWith((character) => given.has(character)));
};

/** The characters that the function gives for all that are asked; undefined if that is not known of one. */
function givenBy(run: Run, closure: Closure, at: number): ReadonlySet<string> | undefined {
  const given = new Set<string>();
  const { state, isProbing } = run;
  run.isProbing = true;
  try {
    for (const character of ASKED) {
      run.state = state.fork();
      const result = run.canCall(closure.form)
        ? run.invoke(closure, [{ value: constantOf(character) }], at)
        : undefined;
      const kept = result && keptIn(result);
      if (kept === undefined) return undefined;
      given.add(kept);
    }
  } finally {
    run.isProbing = isProbing;
    run.state = state;
  }
  return given;
}

/** The character that the function gives, or the empty text for none. */
function keptIn({ constant }: Value): string | undefined {
  if (typeof constant === 'number') return constant < 0 ? '' : undefined;
  return typeof constant === 'string' && constant.length === 1 ? constant : undefined;
}
