export interface Hole {
  readonly what: string;
  readonly cwe: string;
  readonly file: string;
  /** Whether a scan with the profile strict finds it. */
  readonly found: boolean;
  readonly why: string;
  /** No reader of the code alone can see it: it is a rule of the business, or a hole of another program. */
  readonly isBeyondCode?: true;
}

export interface HolesOfRepository {
  readonly repository: string;
  readonly commit: string;
  /** Where its documentation lists them. */
  readonly documentation: string;
  readonly holes: readonly Hole[];
}

interface Found {
  readonly file?: string | null;
  readonly cwe?: string | null;
  readonly duplicates?: readonly { readonly cwe?: string | null }[];
}

/** Which holes a result finds: in the file, with the weakness. */
export function compareHoles({ holes }: HolesOfRepository, findings: readonly Found[]) {
  const isFound = ({ file, cwe }: Hole) =>
    findings.some(
      (each) => each.file === file && (each.cwe === cwe || (each.duplicates ?? []).some((other) => other.cwe === cwe)),
    );
  const visible = holes.filter(({ isBeyondCode }) => !isBeyondCode);
  return {
    /** How many of those that a reader of the code can see are found, and how many there are. */
    ofVisible: { found: visible.filter(isFound).length, all: visible.length },
    found: holes.filter(isFound),
    missed: holes.filter((hole) => !isFound(hole)),
    /** What the list says otherwise. */
    changed: holes.filter((hole) => hole.found !== isFound(hole)),
  };
}
