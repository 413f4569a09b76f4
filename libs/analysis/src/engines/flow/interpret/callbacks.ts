import type { Place } from '../ir';
import type { Run } from './run';
import { type Value, join } from './values';

/** Calls functions that are passed to other code, with the arguments that they may get there. */
export function callBack(run: Run, value: Value, at: Place, args: readonly Value[]): Value | undefined {
  let result: Value | undefined;
  for (const closure of value.functions) {
    // The function may be called or not.
    run.branch([
      () => undefined,
      () => {
        const returned = run.invoke(
          closure,
          args.map((each) => ({ value: each })),
          at,
        );
        if (returned) result = result === undefined ? returned : join(result, returned);
        run.state.isDead = false;
      },
    ]);
  }
  return result;
}
