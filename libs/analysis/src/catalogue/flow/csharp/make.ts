import type { FlowWeakness, SanitizerRow, SettingRow, SinkRow } from '../rows';

/** Sinks of one weakness. */
export const sinks = (weakness: FlowWeakness, calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));
/** Fields whose setting is a sink. */
export const assigned = (weakness: FlowWeakness, fields: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => fields.map((assign) => ({ assign, weakness, ...rest }));
export const safe = (safeFor: SanitizerRow['safeFor'], calls: readonly string[]): SanitizerRow[] => calls.map((call) => ({ call, safeFor }));
export const below = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`);
export const labelled = (label: string, paths: readonly string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, label]));
export const aliases = (known: string, names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, known]));
export const settings = (weakness: SettingRow['weakness'], calls: readonly string[], condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow[] => calls.map((call) => ({ call, weakness, ...condition }));
/** Rows for fields that are judged by the value they are set to. */
export const set = (weakness: SettingRow['weakness'], fields: readonly string[], condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow[] => settings(weakness, fields, { ...condition, isAssignment: true });
