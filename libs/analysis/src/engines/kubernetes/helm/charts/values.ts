import type { Origins } from '../values/origins';
import { type Dict, type Origin, type TemplateValue, isDict, isList, isText, plainText } from '../values/value';
import type { Chart, Dependency } from './chart';

/** A chart with the values that its templates see, and its sub-charts that are enabled. */
export interface ChartInUse {
  readonly chart: Chart;
  /** How it is called: the alias of a dependency. */
  readonly name: string;
  readonly values: Dict;
  readonly parts: readonly ChartInUse[];
  /** Charts that it depends on and that are not in the target. */
  readonly lacks: readonly string[];
}

/** The chart as it is used with its default values. */
export function chartInUse(chart: Chart, origins: Origins): ChartInUse {
  return used(chart, chart.name, copyOf(chart.values, origins), new Map(), origins);
}

/** @param tags what the charts above it say of tags */
function used(chart: Chart, name: string, values: Dict, above: Dict, origins: Origins): ChartInUse {
  const set = values.get('tags');
  const tags: Dict = new Map([...(set !== undefined && isDict(set) ? set : []), ...above]);
  const parts: ChartInUse[] = [];
  const lacks: string[] = [];
  for (const dependency of chart.dependencies) {
    if (!isEnabled(dependency, values, tags)) continue;
    if (dependency.chart === undefined) {
      lacks.push(dependency.name);
      continue;
    }
    const { alias } = dependency;
    const given = values.get(alias);
    const own: Dict = given !== undefined && isDict(given) ? given : new Map<string, TemplateValue>();
    if (own !== given) {
      origins.note(own, { path: alias }, new Map());
      values.set(alias, own);
    }
    fillIn(own, dependency.chart.values, origins);
    shareGlobals(own, values, origins);
    const part = used(dependency.chart, alias, own, tags, origins);
    parts.push(part);
    lacks.push(...part.lacks);
    importValues(dependency, own, values, origins);
  }
  return { chart, name, values, parts, lacks };
}

function isEnabled({ condition, tags }: Dependency, values: Dict, set: Dict): boolean {
  for (const path of condition.split(',')) {
    const value = path.trim() === '' ? undefined : at(values, path.trim().split('.'));
    if (typeof value === 'boolean') return value;
  }
  const known = tags.flatMap((tag) => (set.has(tag) ? [set.get(tag)] : []));
  return known.length === 0 || known.includes(true);
}

function at(values: Dict, path: readonly string[]): TemplateValue | undefined {
  let value: TemplateValue = values;
  for (const key of path) {
    if (!isDict(value)) return undefined;
    const next: TemplateValue | undefined = value.get(key);
    if (next === undefined) return undefined;
    value = next;
  }
  return value;
}

/** Adds what a chart sets by default where its parent says nothing; a parent's null takes it away. */
function fillIn(values: Dict, defaults: Dict, origins: Origins): void {
  const lines = new Map<string, Origin>();
  for (const [key, value] of defaults) {
    const given = values.get(key);
    if (given === undefined && !values.has(key)) {
      values.set(key, copyOf(value, origins));
      const origin = origins.member(defaults, key);
      if (origin !== undefined) lines.set(key, origin);
    } else if (given === null) values.delete(key);
    else if (given !== undefined && isDict(given) && isDict(value)) fillIn(given, value, origins);
  }
  origins.add(values, lines);
}

function shareGlobals(own: Dict, parent: Dict, origins: Origins): void {
  const shared = parent.get('global');
  if (shared === undefined || !isDict(shared)) return;
  const before = own.get('global');
  const globals = copyOf(shared, origins);
  if (before !== undefined && isDict(before)) fillIn(globals, before, origins);
  own.set('global', globals);
}

function importValues({ imports }: Dependency, own: Dict, parent: Dict, origins: Origins): void {
  for (const each of imports) {
    const [child, into] = isText(each)
      ? [`exports.${plainText(each)}`, '']
      : isDict(each)
        ? [wordOf(each.get('child')), wordOf(each.get('parent'))]
        : ['', ''];
    const found = child === '' ? undefined : at(own, child.split('.'));
    if (found === undefined || !isDict(found)) continue;
    const target = into === '' || into === '.' ? parent : mapAt(parent, into.split('.'));
    if (target !== undefined) fillIn(target, found, origins);
  }
}

/** The map at a path, which is made where there is none; undefined if something else is. */
function mapAt(values: Dict, path: readonly string[]): Dict | undefined {
  let map = values;
  for (const key of path) {
    const inner = map.get(key) ?? new Map<string, TemplateValue>();
    if (!isDict(inner)) return undefined;
    map.set(key, inner);
    map = inner;
  }
  return map;
}

const wordOf = (value: TemplateValue | undefined): string =>
  value !== undefined && isText(value) ? plainText(value) : '';

function copyOf<Kind extends TemplateValue>(value: Kind, origins: Origins): Kind {
  if (isList(value)) {
    const list = value.map((item) => copyOf(item, origins));
    origins.copy(value, list);
    return list as Kind;
  }
  if (!isDict(value)) return value;
  const dict: Dict = new Map([...(value as Dict)].map(([key, item]) => [key, copyOf(item, origins)]));
  origins.copy(value, dict);
  return dict as Kind;
}
