import { contentOf, newMap } from '../contents';
import { type Effect, isObject } from '../effect';
import type { Run } from '../run';
import { UNKNOWN, type Value, valueLike } from '../values';

/** The name of a value in a context: its key is a text, or a value of a type of its own. */
function nameOf(run: Run, { constant, paths, objects, classes }: Value): string | undefined {
  if (constant !== undefined) return ` ${typeof constant} ${String(constant)}`;
  const [form] = [...classes, ...objects.flatMap((key) => run.state.object(key)?.kin?.of ?? [])];
  const name = form === undefined ? paths[0] : `${form.id}`;
  return name === undefined ? undefined : ` key ${name}`;
}

/** `context.WithValue(parent, key, value)` has the values of its parent, too. */
export const withValue: Effect = ({ run, args: [parent = UNKNOWN, key = UNKNOWN, value = UNKNOWN], at }) => {
  const around = parent.objects.flatMap((each) => run.state.object(each) ?? []);
  const name = nameOf(run, key);
  const fields = new Map(around.flatMap((object) => [...object.fields]));
  const made = newMap(
    run,
    at,
    name === undefined ? fields : fields.set(name, value),
    name === undefined ? value : UNKNOWN,
  );
  return valueLike(made, { taints: parent.taints });
};

/** `request.WithContext(context)` is the request with another context. */
export const withContext: Effect = ({ receiver, args: [context = UNKNOWN] }) =>
  isObject(context) ? valueLike(receiver, { objects: context.objects }) : undefined;

/** `request.Context()`, unless its values are not known. */
export const contextOf: Effect = ({ receiver }) =>
  isObject(receiver) ? valueLike(UNKNOWN, { objects: receiver.objects, taints: receiver.taints }) : undefined;

/** `context.Value(key)` */
export const valueIn: Effect = ({ run, receiver, args: [key = UNKNOWN] }) => {
  const name = isObject(receiver) ? nameOf(run, key) : undefined;
  return name === undefined ? undefined : contentOf(run, receiver, name);
};
