export interface Hole {
  readonly what: string;
  readonly cwe: string;
  readonly file: string;
  /** Whether a scan with the profile `strict` finds it. */
  readonly found: boolean;
  readonly why: string;
  /** Nobody can see it in the code alone: it is a rule of the business, or a hole of another program. */
  readonly isBeyondCode?: true;
}

export interface HolesOfRepository {
  readonly repository: string;
  readonly commit: string;
  /** The document that lists them. */
  readonly documentation: string;
  readonly holes: readonly Hole[];
}

interface Found {
  readonly file?: string | null;
  readonly cwe?: string | null;
  readonly duplicates?: readonly { readonly cwe?: string | null }[];
}

/** Finds which holes a result covers: in the file, with the weakness. */
export function compareHoles({ holes }: HolesOfRepository, findings: readonly Found[]) {
  const isFound = ({ file, cwe }: Hole) =>
    findings.some(
      (each) => each.file === file && (each.cwe === cwe || (each.duplicates ?? []).some((other) => other.cwe === cwe)),
    );
  const visible = holes.filter(({ isBeyondCode }) => !isBeyondCode);
  return {
    /** How many of the holes that are visible in the code are found, and how many there are. */
    ofVisible: { found: visible.filter(isFound).length, all: visible.length },
    found: holes.filter(isFound),
    missed: holes.filter((hole) => !isFound(hole)),
    /** The holes for which the list is wrong. */
    changed: holes.filter((hole) => hole.found !== isFound(hole)),
  };
}
