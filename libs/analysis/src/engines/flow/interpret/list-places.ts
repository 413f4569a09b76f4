import { anyContentOf, append, contentOf, elementsOf, removeContent, setElements } from './contents';
import { type Effect, isObject } from './effect';
import type { Run } from './run';
import { type HeapObject, objectLike } from './state';
import { PUT, UNKNOWN, type Value, stepped, valueLike } from './values';

/** Keeps the elements of a list, but forgets their places. */
export function scramble(run: Run, list: Value): void {
  for (const key of list.objects) {
    const object = run.state.object(key);
    if (object?.kind !== 'list' || object.fields.size === 0) continue;
    const rest = valueLike(anyContentOf(run, valueLike(UNKNOWN, { objects: [key] })), { paths: [] });
    run.state.setObject(key, objectLike(object, { length: undefined, fields: new Map(), rest }));
  }
}

/** Puts the elements in the opposite order. */
export const reversed: Effect = ({ run, receiver }) => {
  if (!isObject(receiver)) return undefined;
  const elements = elementsOf(run, receiver);
  if (elements) setElements(run, receiver, elements.toReversed());
  else scramble(run, receiver);
  return receiver;
};

/** `list.add(0, value)`, `list.insert(0, value)`: the elements at and after the place move up by one. */
export const insertedAt: Effect = ({ run, receiver, args: [place, value = UNKNOWN], at }) => {
  if (!isObject(receiver)) return undefined;
  const put = stepped(value, run.file, at, PUT);
  const elements = elementsOf(run, receiver);
  const { constant } = place ?? UNKNOWN;
  if (elements && typeof constant === 'number' && constant >= 0)
    setElements(run, receiver, elements.toSpliced(constant, 0, put));
  else {
    append(run, receiver, put);
    scramble(run, receiver);
  }
  return receiver;
};

/** Maps of Java begin as lists do, without elements. */
const isMapHere = (object: HeapObject | undefined): boolean =>
  object !== undefined && (object.kind === 'map' || object.fields.size > (object.length ?? object.fields.size));

/** Removes an element by its place, by its key in a map, or the first element that is equal. */
export const removed: Effect = ({ run, receiver, args: [place] }) => {
  if (!isObject(receiver)) return undefined;
  const elements = elementsOf(run, receiver);
  const { constant } = place ?? UNKNOWN;
  const isMap = receiver.objects.every((key) => isMapHere(run.state.object(key)));
  if (isMap && constant !== undefined) {
    const value = contentOf(run, receiver, String(constant));
    removeContent(run, receiver, String(constant));
    return value ?? UNKNOWN;
  }
  if (elements === undefined) return anyContentOf(run, receiver);
  if (typeof constant === 'number') {
    setElements(run, receiver, elements.toSpliced(constant, 1));
    return elements[constant] ?? UNKNOWN;
  }
  const first = elements.findIndex((element) => element.constant === undefined || element.constant === constant);
  const isSure = constant !== undefined && (first < 0 || elements[first]!.constant === constant);
  if (isSure && first >= 0) setElements(run, receiver, elements.toSpliced(first, 1));
  else if (!isSure) scramble(run, receiver);
  return UNKNOWN;
};

/** `builder.setLength(0)` */
export const cut: Effect = ({ run, receiver, args: [length] }) => {
  if (isObject(receiver) && receiver.objects.length === 1 && length?.constant === 0) setElements(run, receiver, []);
  return UNKNOWN;
};
