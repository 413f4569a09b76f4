import { messageOf } from '@assay/kernel';

/** The report of gosec about one place. */
export interface Issue {
  readonly rule_id: string;
  readonly severity: string;
  readonly details: string;
  /** The lines, each after its number, and those beside them. */
  readonly code: string;
  readonly file: string;
  /** A line, or the first and last one: `12-14`. */
  readonly line: string;
  readonly column: string;
}

export interface GosecReport {
  readonly issues: readonly Issue[];
  /** The errors of packages that it could not load, by the absolute path of a file or folder. */
  readonly errors: Readonly<Record<string, readonly { readonly line: number; readonly error: string }[]>>;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** @throws Error if the text is no whole report of gosec */
export function readReport(json: string): GosecReport {
  let report: { Issues?: unknown; 'Golang errors'?: unknown } | null;
  try {
    report = JSON.parse(json) as typeof report;
  } catch (error) {
    throw new Error(`gosec wrote no whole report: ${messageOf(error)}`, { cause: error });
  }
  const issues = report?.Issues ?? [];
  if (report === null || typeof report !== 'object' || !('Issues' in report) || !Array.isArray(issues))
    throw new Error('gosec wrote a report without a list of issues');
  return {
    issues: (issues as unknown[]).map(issueOf),
    errors: (report['Golang errors'] ?? {}) as GosecReport['errors'],
  };
}

/** @throws Error if an issue lacks what says what it is and if */
function issueOf(value: unknown): Issue {
  const issue = (value ?? {}) as Partial<Record<keyof Issue, unknown>>;
  const { rule_id: rule, severity, details, code, file, line, column } = issue;
  if (![rule, severity, details, code, file, line, column].every(isText))
    throw new Error('gosec wrote an issue without a rule, a place or a text');
  return issue as Issue;
}
