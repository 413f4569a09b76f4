import { elementsOf } from './contents';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import type { Run } from './run';
import { type Closure, UNKNOWN, type Value } from './values';

/** Calls that run a function with the arguments behind it: `pool.submit(work, text)`, `setTimeout(work, 1, text)`. */
const RUNS_WITH_REST: ReadonlyMap<string, number> = new Map([
  ...['submit', 'to_thread', 'run_in_executor', 'run_in_threadpool', 'add_task', 'start_new_thread', 'run_sync'].map(
    (name) => [name, 0] as const,
  ),
  ...['call_soon', 'call_soon_threadsafe', 'enqueue', 'nextTick', 'setImmediate'].map((name) => [name, 0] as const),
  ...['setTimeout', 'setInterval'].map((name) => [name, 1] as const),
]);
/** Methods of a task that run it with the same arguments: `task.delay(text)`. */
const RUNS_TASK = /^(?:delay|send|enqueue|call_local|defer)$/;
const MAX_FUNCTIONS = 4;

/** A function that a call runs now or later, with the arguments that it gets. */
export interface HandedWork {
  readonly closure: Closure;
  readonly args: readonly EvaluatedArgument[];
}

/** The functions of the target that a function outside of it runs with arguments which the call tells. */
export function handedWork(run: Run, { target, receiver, name, args }: EvaluatedCall): readonly HandedWork[] {
  if (args.length === 0 || run.language.hasMemory) return [];
  const tasks = receiver?.functions ?? [];
  if (tasks.length > 0 && name !== undefined) return tasks.slice(0, MAX_FUNCTIONS).flatMap(taskOf(run, name, args));
  const place = args.findIndex(({ value }) => value.functions.length > 0);
  if (place < 0) return [];
  const written = name ?? target.paths[0]?.slice(target.paths[0].lastIndexOf('.') + 1) ?? '';
  if (args.some((each) => each.name === 'target')) return threadOf(run, args);
  const skipped = RUNS_WITH_REST.get(written.replace('()', ''));
  if (skipped === undefined) return [];
  const rest = args.slice(place + 1 + skipped);
  if (rest.length === 0) return [];
  return args[place]!.value.functions.slice(0, MAX_FUNCTIONS).map((closure) => ({ closure, args: rest }));
}

/** `task.delay(text)`, `task.apply_async((text,))`, `task.apply_async(args=[text], kwargs={…})` */
const taskOf =
  (run: Run, name: string, args: readonly EvaluatedArgument[]) =>
  (closure: Closure): readonly HandedWork[] => {
    if (RUNS_TASK.test(name)) return [{ closure, args }];
    if (name !== 'apply_async' && name !== 'starmap') return [];
    const list = args.find((each) => each.name === 'args') ?? args.find((each) => each.name === undefined);
    return [{ closure, args: list ? spreadOf(run, list) : [] }];
  };

/** `Thread(target=work, args=(text,))` */
function threadOf(run: Run, args: readonly EvaluatedArgument[]): readonly HandedWork[] {
  const list = args.find((each) => each.name === 'args');
  const work = args.find((each) => each.name === 'target')?.value.functions ?? [];
  return list ? work.slice(0, MAX_FUNCTIONS).map((closure) => ({ closure, args: spreadOf(run, list) })) : [];
}

const spreadOf = (run: Run, { value }: EvaluatedArgument): readonly EvaluatedArgument[] =>
  (elementsOf(run, value) ?? []).map((each) => ({ value: each }));

/** No program writes down more steps than these at once. */
const MAX_STEPS = 24;

/** The functions in a list, or in a map of nothing else, that a call gets: `async.series([one, two], done)`. */
export function stepsHandedOn(run: Run, { objects }: Value): readonly Closure[] {
  if (run.language.hasFunctionObjects === undefined || run.proof !== undefined || objects.length !== 1) return [];
  const object = run.state.object(objects[0]!);
  if (object === undefined || object.kin !== undefined || object.fields.size > MAX_STEPS) return [];
  const steps = [...object.fields.values()];
  const areSteps = object.rest === UNKNOWN && steps.every(({ functions }) => functions.length > 0);
  return areSteps ? steps.flatMap(({ functions }) => functions.slice(0, 1)) : [];
}
