import type { FlowWeakness, Path, SanitizerRow, SettingRow, SinkRow } from './rows';

/** Sinks of one weakness. */
export const sinks = (weakness: FlowWeakness, calls: readonly Path[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));
/** Fields whose setting is a sink. */
export const assigned = (weakness: FlowWeakness, fields: readonly Path[], rest: Partial<SinkRow> = {}): SinkRow[] => fields.map((assign) => ({ assign, weakness, ...rest }));
export const safe = (safeFor: SanitizerRow['safeFor'], calls: readonly Path[]): SanitizerRow[] => calls.map((call) => ({ call, safeFor }));
export const settings = (weakness: SettingRow['weakness'], calls: readonly Path[], condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow[] => calls.map((call) => ({ call, weakness, ...condition }));
/** Rows for fields that are judged by the value they are set to. */
export const set = (weakness: SettingRow['weakness'], fields: readonly Path[], condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow[] => settings(weakness, fields, { ...condition, isAssignment: true });
export const below = (prefix: Path, names: readonly string[]): Path[] => names.map((name) => `${prefix}.${name}`);
export const labelled = (label: string, paths: readonly Path[]): Record<Path, string> => Object.fromEntries(paths.map((path) => [path, label]));
/** Further names of a type. */
export const aliases = (known: Path, names: readonly Path[]): Record<Path, Path> => Object.fromEntries(names.map((name) => [name, known]));
/** Methods that return what they are called on: `db.Model(&user).Where("name = ?", name)`. */
export const chained = (type: Path, methods: readonly string[]): Record<Path, Path> => Object.fromEntries(methods.map((method) => [`${type}.${method}()`, type]));
