import type { Place } from '../ir';
import { contentOf } from './contents';
import { judgeUse } from './memory/access';
import type { Run } from './run';
import { UNKNOWN, type Value, join, withTaints, withType } from './values';

/**
 * With what the rows say of its paths: that it comes from outside.
 * @param paths those that it has from here; what was known of it before has been said where it came from
 */
export function sourced(run: Run, value: Value, at: Place, paths = value.paths): Value {
  for (const path of paths) {
    const label = run.rules.sources.get(path);
    if (label !== undefined) return withSource(run, value, label, at, run.rules.harmless.get(path) ?? 0);
  }
  return value;
}

/** What is known to come from there already came in earlier, and not where it is read again. */
export function withSource(run: Run, value: Value, label: string, at: Place, safe = 0): Value {
  if (value.taints.some((taint) => taint.label === label)) return value;
  const { file } = run;
  const taint = { source: `${file}:${at}`, label, safe, step: { file, at, note: label, length: 1 } };
  return withTaints(value, [taint]);
}

/** What the class says of a field of a value of which nothing but the class is known: a constant, or its type. */
function declaredField(run: Run, { classes }: Value, name: string): Value | undefined {
  for (const { fields } of classes) {
    const field = fields.find((each) => each.name === name);
    if (field?.isConstant) return run.evaluate(field.value);
    if (field?.value.kind === 'typed') return withType(UNKNOWN, run.evaluate(field.value.type));
  }
  return undefined;
}

/** `value.name` */
export function fieldOf(run: Run, value: Value, name: string, at: Place): Value {
  if (run.language.hasMemory) judgeUse(run, value, at);
  const content = contentOf(run, value, name);
  const paths = value.paths.map((path) => run.rules.known(`${path}.${name}`));
  if (content === undefined) {
    const declared = paths.length === 0 ? declaredField(run, value, name) : undefined;
    if (declared) return withTaints(declared, value.taints);
    // `path.*` is any field.
    const any = value.paths.map((path) => `${path}.*`).filter((path) => run.rules.sources.has(path));
    return sourced(run, { ...UNKNOWN, taints: value.taints, paths }, at, [...paths, ...any]);
  }
  const read = gotten(run, content, at);
  return paths.length === 0 ? read : sourced(run, { ...read, paths: [...read.paths, ...paths] }, at, paths);
}

/** With what getters return instead of the getters. */
function gotten(run: Run, content: Value, at: Place): Value {
  const getters = content.functions.filter(({ form }) => form.isGetter);
  if (getters.length === 0) return content;
  const others = { ...content, functions: content.functions.filter(({ form }) => !form.isGetter) };
  const results = getters.map((getter) => run.invoke(getter, [], at) ?? UNKNOWN);
  return results.reduce(join, others);
}
