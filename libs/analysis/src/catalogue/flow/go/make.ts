import type { FlowWeakness, Path, SanitizerRow, SettingRow, SinkRow } from '../rows';

/** Sinks of one weakness. */
export const sinks = (weakness: FlowWeakness, calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));
export const safe = (safeFor: SanitizerRow['safeFor'], calls: readonly string[]): SanitizerRow[] => calls.map((call) => ({ call, safeFor }));
export const settings = (weakness: SettingRow['weakness'], calls: readonly string[], condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow[] => calls.map((call) => ({ call, weakness, ...condition }));
export const below = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`);
export const labelled = (label: string, paths: readonly string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, label]));
/** Further names of a type. */
export const aliases = (known: Path, names: readonly Path[]): Record<Path, Path> => Object.fromEntries(names.map((name) => [name, known]));
/** Methods that return what they are called on: `db.Model(&user).Where("name = ?", name)`. */
export const chained = (type: Path, methods: readonly string[]): Record<Path, Path> => Object.fromEntries(methods.map((method) => [`${type}.${method}()`, type]));
