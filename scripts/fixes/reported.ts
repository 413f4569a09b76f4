import { SEVERITIES, type Fix, type Severity } from './list';

interface Place {
  readonly file?: string | null;
  readonly line?: number | null;
}

export interface Reported extends Place {
  readonly rule: string;
  readonly cwe?: string | null;
  readonly severity: Severity;
  readonly trace?: { readonly steps: readonly Place[] } | null;
  readonly duplicates?: readonly { readonly cwe?: string | null; readonly rule?: string }[];
}

/** A statement over several lines is reported at any of them. */
const LINES = 3;

/**
 * The severity with which a weakness is reported at a place, or on a way that leads over it. The worst counts; `null`
 * where it is not reported.
 */
export function severityAt(
  findings: readonly Reported[],
  { weakness, cwe }: Pick<Fix, 'weakness' | 'cwe'>,
  file: string,
  line: number,
): Severity | null {
  const isThere = (place: Place) => place.file === file && Math.abs((place.line ?? -LINES) - line) <= LINES;
  const severities = findings
    .filter((found) => [found, ...(found.duplicates ?? [])].some((each) => each.rule === weakness || each.cwe === cwe))
    .filter((found) => isThere(found) || (found.trace?.steps ?? []).some(isThere))
    .map(({ severity }) => SEVERITIES.indexOf(severity));
  return SEVERITIES[Math.min(...severities)] ?? null;
}
