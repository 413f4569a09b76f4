import type { FlowRules } from '../../rules';
import { contentOf } from '../contents';
import type { Run } from '../run';
import { type Value, withPaths } from '../values';

/** Another request finds the contents of a session: most of them are the server's own. */
const KEPT_BY_SERVER = /\.(?:session|app)$/;

/** More paths than these are not remembered. */
const MAX_PATHS = 10_000;

const holders = new WeakMap<FlowRules, Map<string, string>>();

/** The name of the object with what the target puts below a path; empty where that is no request or response. */
function holderOf(rules: FlowRules, path: string): string {
  let known = holders.get(rules);
  if (known === undefined) holders.set(rules, (known = new Map()));
  let name = known.get(path);
  if (name === undefined) {
    if (known.size >= MAX_PATHS) known.clear();
    const whole = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const isOfHandler = rules.handed.has(path) || (rules.handed.has(whole) && !KEPT_BY_SERVER.test(path));
    const isInput = rules.sources.has(path) || rules.hasAnyField(path);
    name = isOfHandler && !isInput ? `fields of ${path}` : '';
    known.set(path, name);
  }
  return name;
}

/** The name of the object for a field that no row tells of. */
function holderFor(run: Run, value: Value, field: string): string | undefined {
  const { rules, language, proof } = run;
  if (language.hasFunctionObjects === undefined || proof !== undefined) return undefined;
  if (value.paths.length !== 1 || value.objects.length + value.taints.length > 0) return undefined;
  const [path] = value.paths;
  const name = holderOf(rules, path!);
  if (name === '') return undefined;
  const known = rules.knownBelow(path!, field);
  return known !== `${path}.${field}` || rules.sources.has(known) ? undefined : name;
}

/**
 * The object in which one handler of a request leaves a value for the next one: `req.user`, `res.locals.user`,
 * `ctx.state.user`. All handlers share it, since which of them get one request is not known.
 */
export function holderOfFields(run: Run, value: Value, field: string): Value {
  const name = holderFor(run, value, field);
  return name === undefined ? value : run.sharedObject(name);
}

/** The value that a handler has left in such a field; undefined if none has. */
export function leftInField(run: Run, value: Value, field: string): Value | undefined {
  if (value.paths.length !== 1 || run.language.hasFunctionObjects === undefined) return undefined;
  const name = holderFor(run, value, field);
  if (name === undefined || !run.hasShared(name)) return undefined;
  const holder = run.sharedObject(name);
  if (run.state.object(holder.objects[0]!)?.fields.has(field) !== true) return undefined;
  const content = contentOf(run, holder, field)!;
  return withPaths(content, [...content.paths, `${value.paths[0]}.${field}`]);
}
