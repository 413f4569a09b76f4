import type { Expression } from '../../ir';
import { allTaints } from '../contents';
import type { Run } from '../run';
import { UNKNOWN, type Value, isSame, valueLike } from '../values';

/** `decoder.Decode(&user)`: what the place holds after the call. A function of the target sets it by itself. */
export function filledBy(run: Run, place: Expression, call: Expression): Value {
  const before = run.evaluate(place);
  const contents = before.objects.map((key) => run.state.object(key)?.fields);
  const given = run.evaluate(call);
  const now = run.evaluate(place);
  const isSet =
    !isSame(before, now) || before.objects.some((key, index) => run.state.object(key)?.fields !== contents[index]);
  return isSet ? now : filled(run, before, given);
}

/** The variable is of its type alone, which its fields have, and holds what came in. */
function filled(run: Run, variable: Value, given: Value): Value {
  const kins = variable.objects.flatMap((key) => run.state.object(key)?.kin?.of ?? []);
  const classes = [...new Set([...variable.classes, ...kins])];
  const paths = classes.length === 0 ? variable.paths : [];
  return valueLike(UNKNOWN, { classes, paths, taints: allTaints(run, given) });
}
