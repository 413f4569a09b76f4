import { type FindingView, unifiedDiff } from '@assay/findings';
import { counted } from '@assay/kernel';
import { printable } from '../output/printable';
import type { AppliedFile, LeftFile, ReadyFile } from './apply-fixes';
import type { OfferedFix } from './planned-fixes';

const LISTED = 20;

/** @param isForPeople a terminal; else the diff is exact, so that `git apply` takes it */
export const diffText = (files: readonly ReadyFile[], isForPeople: boolean): string => {
  const diff = files.map(({ plan, file }) => unifiedDiff(plan.path, file.text, plan.edits)).join('');
  return isForPeople ? printable(diff) : diff;
};

const rulesText = (fixes: readonly OfferedFix[]): string => {
  const counts = new Map<string, number>();
  for (const { fix } of fixes) counts.set(fix.rule, (counts.get(fix.rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`)).join(', ');
};

const rows = (all: readonly string[]): string[] => [
  ...all.slice(0, LISTED).map((row) => `  ${printable(row)}`),
  ...(all.length > LISTED ? [`  and ${all.length - LISTED} more`] : []),
];

export const fixCount = (count: number): string => (count === 1 ? '1 fix' : `${count} fixes`);

export const fixesIn = (files: readonly { readonly plan: { readonly fixes: readonly unknown[] } }[]): number =>
  files.reduce((sum, { plan }) => sum + plan.fixes.length, 0);

export function appliedText(applied: readonly AppliedFile[]): string[] {
  if (applied.length === 0) return [];
  return [
    `Applied ${fixCount(fixesIn(applied))} to ${counted(applied.length, 'file')}:`,
    ...rows(applied.map(({ plan }) => `${plan.path}: ${rulesText(plan.fixes)}`)),
  ];
}

export function leftText(left: readonly LeftFile[], overlapping: readonly OfferedFix[]): string[] {
  const files = left.map(({ plan, reason }) => `${plan.path} ${reason}: ${rulesText(plan.fixes)}`);
  const places = overlapping.map(
    ({ finding, fix }) => `${finding.file}:${finding.line ?? 1} ${fix.rule} overlaps with a fix that was applied`,
  );
  if (files.length + places.length === 0) return [];
  return [
    'Left as it is:',
    ...rows([...files, ...places]),
    ...(places.length === 0 ? [] : ['Run the command again for fixes that overlapped.']),
  ];
}

/** The result of a second look at the changed files. */
export interface SecondLook {
  readonly gone: readonly FindingView[];
  readonly fresh: readonly FindingView[];
  /** Findings whose fix was applied, and which are still there. */
  readonly stayed: readonly FindingView[];
  /** Tools that did not complete, so that nobody knows what became of their findings. */
  readonly missing: readonly string[];
}

export function secondLookText({ gone, fresh, stayed, missing }: SecondLook, files: number): string[] {
  const place = ({ file, line, tool, rule }: FindingView) => `${file}:${line ?? 1} ${rule} (${tool})`;
  return [
    `Looked again at ${counted(files, 'file')}: ${counted(gone.length, 'finding')} gone, ${fresh.length} new.`,
    ...(fresh.length === 0 ? [] : ['New:', ...rows(fresh.map(place))]),
    ...(stayed.length === 0 ? [] : ['Still there, although a fix was applied:', ...rows(stayed.map(place))]),
    ...(missing.length === 0 ? [] : [`Not known, as these tools did not complete: ${missing.join(', ')}`]),
  ];
}
