export interface Hole {
  readonly what: string;
  readonly cwe: string;
  readonly file: string;
  /** Whether a scan with the profile `strict` finds it. */
  readonly found: boolean;
  readonly why: string;
  /** Why it has no way: all of it stands in one place. */
  readonly onePlace?: string;
  /** Why the finding shows no way, although the hole has one. */
  readonly untoldWay?: string;
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
  /** Its way: at least the two ends. */
  readonly trace?: { readonly steps: readonly unknown[] } | null;
  readonly duplicates?: readonly { readonly cwe?: string | null }[];
}

/** Finds which holes a result covers: in the file, with the weakness. */
export function compareHoles({ holes }: HolesOfRepository, findings: readonly Found[]) {
  const findingsOf = ({ file, cwe }: Hole) =>
    findings.filter(
      (each) => each.file === file && (each.cwe === cwe || (each.duplicates ?? []).some((other) => other.cwe === cwe)),
    );
  const isFound = (hole: Hole) => findingsOf(hole).length > 0;
  const hasWay = (hole: Hole) => findingsOf(hole).some(({ trace }) => (trace?.steps.length ?? 0) > 1);
  const isExplained = (hole: Hole) => hasWay(hole) || (isFound(hole) && hole.onePlace !== undefined);
  const saysWay = ({ onePlace, untoldWay }: Hole) => onePlace === undefined && untoldWay === undefined;
  const visible = holes.filter(({ isBeyondCode }) => !isBeyondCode);
  return {
    /** How many holes are visible in the code, are found, are found with a way, or with a way or their only place. */
    ofVisible: {
      all: visible.length,
      found: visible.filter(isFound).length,
      withWay: visible.filter(hasWay).length,
      explained: visible.filter(isExplained).length,
    },
    found: holes.filter(isFound).map((hole) => ({ ...hole, hasWay: hasWay(hole) })),
    missed: holes.filter((hole) => !isFound(hole)),
    /** The holes for which the list is wrong: whether they are found, or whether they have a way. */
    changed: holes.filter((hole) => hole.found !== isFound(hole) || (isFound(hole) && hasWay(hole) !== saysWay(hole))),
  };
}
