import type { Place } from '../ir';
import type { Run } from './run';
import { type Value, join } from './values';

/** Does what other code may do or not: it calls a function, which may end it. */
export function mayRun(run: Run, work: () => void): void {
  run.branch([
    () => undefined,
    () => {
      work();
      run.state.isDead = false;
    },
  ]);
}

/** Calls functions that are passed to other code, with the arguments that they may get there. */
export function callBack(run: Run, value: Value, at: Place, args: readonly Value[]): Value | undefined {
  let result: Value | undefined;
  const given = args.map((each) => ({ value: each }));
  for (const closure of value.functions)
    mayRun(run, () => {
      const returned = run.invoke(closure, given, at);
      if (returned) result = result === undefined ? returned : join(result, returned);
    });
  return result;
}
