import type { Place } from '../ir';
import { bitOf } from '../rules';
import { contentOf } from './contents';
import type { Run } from './run';
import { UNKNOWN, type Value, withTaints } from './values';

/** A text brings no operators into a query. */
const NO_OBJECT = bitOf('nosql-injection');

/**
 * With what the rows say of its paths: that it comes from outside.
 * @param paths those that it has from here; what was known of it before has been said where it came from
 */
export function sourced(run: Run, value: Value, at: Place, paths = value.paths): Value {
  for (const path of paths) {
    const label = run.rules.sources.get(path);
    if (label !== undefined) return withSource(run, value, label, at, run.rules.texts.has(path) ? NO_OBJECT : 0);
  }
  return value;
}

export function withSource(run: Run, value: Value, label: string, at: Place, safe = 0): Value {
  const { file } = run;
  const taint = { source: `${file}:${at}`, label, safe, step: { file, at, note: label, length: 1 } };
  return withTaints(value, [taint]);
}

/** `value.name` */
export function fieldOf(run: Run, value: Value, name: string, at: Place): Value {
  const content = contentOf(run, value, name);
  const paths = value.paths.map((path) => run.rules.known(`${path}.${name}`));
  if (content === undefined) return sourced(run, { ...UNKNOWN, taints: value.taints, paths }, at);
  return paths.length === 0 ? content : sourced(run, { ...content, paths: [...content.paths, ...paths] }, at, paths);
}
