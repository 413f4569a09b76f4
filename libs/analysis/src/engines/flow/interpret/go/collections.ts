import { mayRun } from '../callbacks';
import { anyContentOf, contentOf, keyOf, newList, newMap, putContent } from '../contents';
import type { Effect, Method } from '../effect';
import type { Run } from '../run';
import { PUT, UNKNOWN, type Value, join, stepped, valueLike } from '../values';

/** `url.Values{}`, `sync.Map{}`, `atomic.Value{}` and what a literal of it holds. */
export const collection: Effect = ({ run, args, at }) =>
  newMap(run, at, new Map(), args.map((each) => anyContentOf(run, each)).reduce(join, UNKNOWN));

/** A map that is no struct of the target. */
const isMap = (run: Run, { objects }: Value): boolean =>
  objects.length > 0 &&
  objects.every((key) => {
    const object = run.state.object(key);
    return object?.kind === 'map' && object.kin === undefined;
  });

const nameOf = (key: Value | undefined): string | undefined =>
  key?.constant === undefined ? undefined : String(key.constant);

function put({ run, receiver, at }: Method, name: string | undefined, value: Value): void {
  putContent(run, receiver, name, stepped(value, run.file, at, PUT));
}

const found = (run: Run, map: Value, key: Value | undefined): Value => {
  const name = nameOf(key);
  return (name === undefined ? undefined : contentOf(run, map, name)) ?? anyContentOf(run, map);
};

/** `values.Set(key, value)`, `header.Add(key, value)`, `shared.Store(key, value)` and `value.Store(value)` */
export const storing: Effect = (method) => {
  const { run, receiver, args } = method;
  if (!isMap(run, receiver) || args.length === 0) return undefined;
  put(method, args.length === 1 ? undefined : nameOf(args[0]), args.at(-1)!);
  return UNKNOWN;
};

/** `values.Get(key)` */
export const getting: Effect = ({ run, receiver, args: [key] }) =>
  isMap(run, receiver) ? found(run, receiver, key) : undefined;

/** `shared.Load(key)` gives a value, and whether there is one; `value.Load()` only a value. */
export const loading: Effect = ({ run, receiver, args, at }) => {
  if (!isMap(run, receiver)) return undefined;
  const value = found(run, receiver, args[0]);
  return args.length === 0 ? value : newList(run, at, [value, UNKNOWN]);
};

/** `shared.LoadOrStore(key, value)` */
export const loadingOrStoring: Effect = (method) => {
  if (!isMap(method.run, method.receiver) || method.args.length < 2) return undefined;
  const before = found(method.run, method.receiver, method.args[0]);
  storing(method);
  return newList(method.run, method.at, [join(before, method.args[1]!), UNKNOWN]);
};

/** `shared.Range(work)` */
export const ranging: Effect = ({ run, receiver, args: [work], at }) => {
  if (!isMap(run, receiver) || work === undefined) return undefined;
  const given = [{ value: UNKNOWN }, { value: anyContentOf(run, receiver) }];
  for (const closure of work.functions) mayRun(run, () => void run.invoke(closure, given, at));
  return UNKNOWN;
};

/** A channel, which its path tells from a map. */
export const channel: Effect = ({ run, at }) => newMap(run, at);

/** Loops with one variable go through the elements of these, and not through places or keys. */
const OF_ELEMENTS =
  /^(?:chan\(\)|(?:strings|bytes)\.\w+Seq\(\)|strings\.Lines\(\)|slices\.Values\(\)|maps\.Values\(\))$/;
/** Maps that the client of a server fills. */
const OF_CLIENT = /\.(?:URL\.Query\(\)|Header|Form|PostForm|Trailer|Value|QueryMap\(\)|PostFormMap\(\))$/;

/** The only variable of a loop: an element of a channel, or a key of a map. */
export const onlyOfLoop: Effect = ({ run, args: [over = UNKNOWN, isVariable] }) => {
  if (over.paths.some((path) => OF_ELEMENTS.test(path))) return valueLike(anyContentOf(run, over), { paths: [] });
  return isVariable !== undefined || over.paths.some((path) => OF_CLIENT.test(path)) ? keyOf(run, over) : UNKNOWN;
};
