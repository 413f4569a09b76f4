import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Severity } from '@assay/kernel';

export const LABELS = ['useful', 'noise', 'false', 'duplicate', 'misleading'] as const;
export type Label = (typeof LABELS)[number];

/** A card of the terminal: a rule of a tool in a repository. */
export interface LabelledRow {
  readonly tool: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly title: string;
  /** The first place; `null` for a finding about the whole target. */
  readonly file: string | null;
  readonly line: number | null;
  /** The number of findings in the row. */
  readonly places: number;
  /** Whether the terminal shows it by default. */
  readonly screen: boolean;
  /** Empty in a draft. */
  readonly label: Label | '';
  readonly reason: string;
}

export interface LabelFile {
  readonly repository: string;
  readonly commit: string;
  readonly language: string;
  readonly rows: readonly LabelledRow[];
}

/** A row that was not useful, and whose kind is no longer found, of low severity, or known as that of a test. */
export interface MendedRow extends Pick<LabelledRow, 'tool' | 'rule'> {
  readonly repository: string;
  readonly file: string;
  /** Default: false. */
  readonly label?: 'noise' | 'misleading';
  /** The improvement of the rule, in one sentence. */
  readonly mended: string;
}

type Checked = Pick<LabelFile, 'repository' | 'commit' | 'language'> & {
  readonly rows: readonly Pick<LabelledRow, 'label' | 'reason'>[];
};

/** A finding of data flow, before and after rules were fixed. */
export interface FlowRow extends Pick<LabelledRow, 'tool' | 'rule' | 'label' | 'reason'> {
  readonly file: string;
  readonly line: number;
  /** The severity before and after; `null` if there is no such finding. */
  readonly before: Severity | null;
  readonly after: Severity | null;
}

export interface FlowLabelFile extends Omit<LabelFile, 'rows'> {
  readonly rows: readonly FlowRow[];
}

export const readLabels = (path: string): LabelFile => JSON.parse(readFileSync(path, 'utf8')) as LabelFile;

/** @param folder the folder of all labels */
export const readMended = (folder: string): MendedRow[] =>
  JSON.parse(readFileSync(join(folder, 'mended.json'), 'utf8')) as MendedRow[];

/** Reads all files of a folder. A wrong label or a missing reason is an error that names the file and the row. */
export const readLabelFiles = (folder: string): LabelFile[] =>
  namesIn(folder).map((name) => checked(readLabels(join(folder, name)), name));

/** The same for findings of data flow. */
export const readFlowLabelFiles = (folder: string): FlowLabelFile[] =>
  namesIn(folder).map((name) => checked(JSON.parse(readFileSync(join(folder, name), 'utf8')) as FlowLabelFile, name));

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted();

function checked<File extends Checked>(file: File, name: string): File {
  for (const field of ['repository', 'commit', 'language'] as const)
    if (typeof file[field] !== 'string' || file[field] === '') throw new Error(`${name}: "${field}" is missing`);
  for (const [index, { label, reason }] of file.rows.entries()) {
    if (!LABELS.includes(label as Label))
      throw new Error(`${name}: row ${index + 1} has the label "${label}". Labels are: ${LABELS.join(', ')}`);
    if (!reason) throw new Error(`${name}: row ${index + 1} has no reason`);
  }
  return file;
}
