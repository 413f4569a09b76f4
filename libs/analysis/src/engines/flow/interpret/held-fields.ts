import type { ClassForm } from '../ir';
import { ALL_SANITIZED } from '../rules';
import type { Run } from './run';
import { type Value, madeSafe } from './values';

/** The fields of a class whose declared type holds no text. A constructor may set thousands of them. */
const heldFields = new WeakMap<ClassForm, ReadonlySet<string>>();

/** The value that a field gets: a number where the class says so, as in `private int $count`. */
export const asFieldHolds = (run: Run, { objects }: Value, name: string, value: Value): Value =>
  value.taints.length > 0 && objects.length > 0 && objects.every((key) => isHeld(run, key, name))
    ? madeSafe(value, ALL_SANITIZED)
    : value;

function isHeld(run: Run, key: number, name: string): boolean {
  const form = run.state.object(key)?.kin?.of;
  return form !== undefined && heldFieldsOf(form).has(name);
}

function heldFieldsOf(form: ClassForm): ReadonlySet<string> {
  const known = heldFields.get(form);
  if (known !== undefined) return known;
  const held = form.fields.filter(({ value }) => value.kind === 'typed' && value.isHeld === true);
  const names = new Set(held.map(({ name }) => name));
  heldFields.set(form, names);
  return names;
}
