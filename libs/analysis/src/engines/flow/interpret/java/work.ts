import { callBack } from '../callbacks';
import { methodOf } from '../contents';
import type { Effect } from '../effect';
import type { Run } from '../run';
import { type Closure, UNKNOWN, type Value, join } from '../values';

/** Classes outside of the target that run one method of those that extend or implement them. */
const RUNS: ReadonlyMap<string, string> = new Map([
  ...['Runnable', 'Thread', 'TimerTask', 'PrivilegedAction', 'PrivilegedExceptionAction'].map(
    (name) => [name, 'run'] as const,
  ),
  ['Callable', 'call'],
  ['Consumer', 'accept'],
  ['Supplier', 'get'],
  ['Function', 'apply'],
  ['TransactionCallback', 'doInTransaction'],
  ['TransactionCallbackWithoutResult', 'doInTransactionWithoutResult'],
]);

/** The methods of an object of the target that code outside of it runs: `pool.submit(new Task(name))`. */
export function workOf(run: Run, { objects }: Value): readonly Closure[] {
  const isOfJava = run.language.holdsTypes === true || run.language.extensions !== undefined;
  return !isOfJava || run.proof !== undefined
    ? []
    : objects.flatMap((key) => {
        const object = run.state.object(key);
        if (object?.kin === undefined) return [];
        const names = new Set(object.kin.paths.flatMap((path) => RUNS.get(path) ?? []));
        return [...names].flatMap((name) => methodOf(object, key, name)?.functions ?? []);
      });
}

const isWork = (value: Value | undefined): value is Value => value !== undefined && value.functions.length > 0;

/** The value of a future goes to the function, whose result is that of the next one. */
const continued: Effect = ({ run, receiver, args: [work], at }) =>
  isWork(work) ? (callBack(run, work, at, [receiver]) ?? UNKNOWN) : undefined;

/** The same, with the error that there may be instead. */
const ended: Effect = ({ run, receiver, args: [work], at }) =>
  isWork(work) && work.functions.every(({ form }) => form.parameters.length === 2)
    ? (callBack(run, work, at, [receiver, UNKNOWN]) ?? UNKNOWN)
    : undefined;

const watched: Effect = (method) => (ended(method) === undefined ? undefined : method.receiver);

const combined: Effect = ({ run, receiver, args: [other = UNKNOWN, work], at }) =>
  isWork(work) ? (callBack(run, work, at, [receiver, other]) ?? UNKNOWN) : undefined;

const both = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.flatMap((name) => [name, `${name}Async`]).map((name) => [name, effect]));

/** Methods of the futures and pools of Java. */
export const WORK_METHODS: Readonly<Record<string, Effect>> = {
  ...both(['thenApply', 'thenCompose', 'thenAccept'], continued),
  ...both(['whenComplete'], watched),
  ...both(['handle'], ended),
  ...both(['thenCombine'], combined),
  exceptionally: ({ run, receiver, args: [work], at }) =>
    isWork(work) ? join(receiver, callBack(run, work, at, [UNKNOWN]) ?? UNKNOWN) : undefined,
};
