import type { Expression } from '../ir';
import { nameOfCalled } from './called-names';
import { allTaints } from './contents';
import type { Run } from './run';
import { type Taint, type Value, withTaints } from './values';

/** The input in a value that was thrown, and the names of its class and of its bases. */
interface Thrown {
  readonly taints: readonly Taint[];
  readonly names: readonly string[];
}

/** More errors of one try statement are not recorded. */
const MAX_THROWN = 8;
const MAX_NAMES = 16;

/** Names of classes that all errors have for a base, as far as a program catches them so. */
const GENERAL = /^(?:Base|Standard|Runtime)?(?:Exception|Error)$|^Throwable$/;

/** The values that were thrown in the try statements that run, the innermost last. */
const catching = new WeakMap<Run, Thrown[][]>();
/** The values that the handlers got that run, the innermost last. */
const caughtBy = new WeakMap<Run, (readonly Thrown[])[]>();

/** Runs the body of a try statement, and returns the values that were thrown in it. */
export function collectThrown(run: Run, work: () => void): readonly Thrown[] {
  const around = catching.get(run) ?? [];
  catching.set(run, around);
  const thrown: Thrown[] = [];
  around.push(thrown);
  work();
  around.pop();
  return thrown;
}

/** Runs a handler, for which {@link caughtValue} gives what was thrown. */
export function handleThrown(run: Run, thrown: readonly Thrown[], work: () => void): void {
  const around = caughtBy.get(run) ?? [];
  caughtBy.set(run, around);
  around.push(thrown);
  work();
  around.pop();
}

/** Records a value that carries something, if a try statement is around. */
export function throwValue(run: Run, written: Expression, value: Value): void {
  const thrown = catching.get(run)?.at(-1);
  if (thrown === undefined || thrown.length >= MAX_THROWN) return;
  // The state in which the objects of the error exist ends here.
  const taints = allTaints(run, value);
  if (taints.length > 0) thrown.push({ taints, names: namesOf(run, written, value) });
}

/** `ValueError` of `ValueError(text)`, and the names of the bases that an own class has. */
function namesOf(run: Run, written: Expression, { objects }: Value): string[] {
  const names = written.kind === 'call' ? [nameOfCalled(written.callee)] : [];
  for (const key of objects.slice(0, 1)) {
    const kin = run.state.object(key)?.kin;
    if (kin) names.push(kin.of.name, ...kin.of.bases.slice(0, MAX_NAMES).map(nameOfCalled));
  }
  return names.filter((name) => name !== '');
}

/** The value of a handler's variable: an error with the input in those that it catches. */
export const caughtValue = (run: Run, error: Value, types: readonly string[]): Value =>
  (caughtBy.get(run)?.at(-1) ?? [])
    .filter(({ names }) => names.length === 0 || types.length === 0 || types.some((type) => isCaught(type, names)))
    .reduce((value, { taints }) => withTaints(value, taints), error);

const isCaught = (type: string, names: readonly string[]): boolean => GENERAL.test(type) || names.includes(type);
