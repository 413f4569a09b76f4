import type { FlowRows, Path, SettingRow, SinkRow } from '../rows';

/** `X.getName()` is read as `X.name`. */
const GETTER = /^(.*)\.get([A-Z]\w*)\(\)$/;
/** `X.setName` is written as `X.name = …`. */
const SETTER = /^(.*)\.set([A-Z]\w*)$/;

/** The property that Kotlin has for a method of Java: `getURL` is `url`, `getQueryString` is `queryString`. */
const propertyOf = (name: string): string => name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (capitals) => capitals.toLowerCase());

function read(path: Path): Path | undefined {
  const [, object, name] = GETTER.exec(path) ?? [];
  return object === undefined ? undefined : `${object}.${propertyOf(name!)}`;
}

function set(path: Path): Path | undefined {
  const [, object, name] = SETTER.exec(path) ?? [];
  return object === undefined ? undefined : `${object}.${propertyOf(name!)}`;
}

const assignedSinks = (sinks: readonly SinkRow[]): SinkRow[] =>
  sinks.flatMap(({ call, ...sink }): SinkRow[] => {
    const assign = call === undefined ? undefined : set(call);
    const isFirst = sink.arguments === undefined || (sink.arguments.length === 1 && sink.arguments[0] === 0);
    return assign === undefined || !isFirst || sink.receiver ? [] : [{ ...sink, assign }];
  });

const assignedSettings = (settings: readonly SettingRow[]): SettingRow[] =>
  settings.flatMap(({ call, ...setting }): SettingRow[] => {
    const assign = set(call);
    const isAlone = setting.argument === undefined && !setting.and && !setting.where && !setting.onlyWithFlag && !setting.always;
    return assign === undefined || !isAlone ? [] : [{ ...setting, call: assign, isAssignment: true }];
  });

const setterProperties = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([setter, field]) => {
      const name = /^set([A-Z]\w*)$/.exec(setter)?.[1];
      return name === undefined ? [] : [[propertyOf(name), field] as const, [`is${name}`, field] as const];
    }),
  );

/** Rows of Java in Kotlin's syntax: a getter is read like a field, and a setter is an assignment. */
export function withProperties(rows: FlowRows): FlowRows {
  const getters = [...Object.keys(rows.sources ?? {}), ...Object.keys(rows.aliases ?? {})];
  const properties = getters.flatMap((path) => {
    const property = read(path);
    return property === undefined ? [] : [[property, path] as const];
  });
  return {
    ...rows,
    aliases: { ...Object.fromEntries(properties), ...rows.aliases },
    sinks: [...(rows.sinks ?? []), ...assignedSinks(rows.sinks ?? [])],
    settings: [...(rows.settings ?? []), ...assignedSettings(rows.settings ?? [])],
    setters: Object.fromEntries(Object.entries(rows.setters ?? {}).map(([path, fields]) => [path, { ...setterProperties(fields), ...fields }])),
  };
}
