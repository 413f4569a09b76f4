import { METHODS } from '../builtins';
import { anyContentOf, append, elementsOf, putContent } from '../contents';
import { type Effect, type Method, isObject, taintOf } from '../effect';
import { PUT, UNKNOWN, carrying, joinedText, stepped, valueLike } from '../values';

/** Whether a call is that of a list: a file in memory, a queue. Classes of the target have methods of their own. */
const isOfList = ({ run, receiver: { objects } }: Method): boolean =>
  objects.length > 0 &&
  objects.every((key) => {
    const object = run.state.object(key);
    return object?.kind === 'list' && object.kin === undefined;
  });

const added: Effect = (method) => {
  const { run, receiver, args, at } = method;
  if (!isOfList(method) || args.length === 0) return undefined;
  append(run, receiver, stepped(args[0]!, run.file, at, PUT));
  return UNKNOWN;
};

/** All that was written to a file in memory. */
const written: Effect = (method) => {
  const { run, receiver } = method;
  if (!isOfList(method)) return undefined;
  const elements = elementsOf(run, receiver);
  return elements === undefined ? carrying([taintOf(run, receiver)]) : joinedText(elements);
};

const anyOf: Effect = ({ run, receiver }) =>
  isObject(receiver) ? valueLike(anyContentOf(run, receiver), { paths: [] }) : undefined;

/** Methods of Python's own collections and of files in memory. */
export const PYTHON_METHODS: Readonly<Record<string, Effect>> = {
  ...METHODS,
  write: added,
  getvalue: written,
  read: written,
  put: (method) => added(method) ?? METHODS['put']!(method),
  put_nowait: added,
  get_nowait: anyOf,
  popleft: anyOf,
  ...Object.fromEntries(
    ['tell', 'qsize'].map((name) => [name, (method: Method) => (isOfList(method) ? UNKNOWN : undefined)]),
  ),
  appendleft: ({ run, receiver, args, at }) => {
    if (!isObject(receiver) || args.length === 0) return undefined;
    putContent(run, receiver, undefined, stepped(args[0]!, run.file, at, PUT));
    return UNKNOWN;
  },
};
