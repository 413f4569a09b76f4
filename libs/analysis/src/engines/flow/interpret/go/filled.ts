import { allTaints } from '../contents';
import type { Run } from '../run';
import { UNKNOWN, type Value, valueLike } from '../values';

/** `decoder.Decode(&user)`: the variable is of its type alone, which its fields have, and holds what came in. */
export function filled(run: Run, variable: Value, given: Value): Value {
  const kins = variable.objects.flatMap((key) => run.state.object(key)?.kin?.of ?? []);
  const classes = [...new Set([...variable.classes, ...kins])];
  const paths = classes.length === 0 ? variable.paths : [];
  return valueLike(UNKNOWN, { classes, paths, taints: allTaints(run, given) });
}
