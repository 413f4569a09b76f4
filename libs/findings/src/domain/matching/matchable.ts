/** The properties that matching uses. Findings of a read model, of a result file and of an event all have them. */
export interface MatchableFinding {
  readonly tool: string;
  readonly rule: string;
  readonly fingerprint: string;
  /** Null for the target as a whole. */
  readonly file: string | null;
  readonly line: number | null;
  /** The code that is meant, without its neighbours. */
  readonly code: string | null;
  readonly title: string;
  readonly description: string;
  /** The findings of other tools about the same defect. */
  readonly duplicates?: readonly { readonly tool: string; readonly rule: string; readonly fingerprint?: string }[];
}

/** Code without the parts that a formatter changes: white space, the kind of quotes, the sign at its end. */
const plainCode = (code: string): string =>
  code
    .replace(/\s+/g, '')
    .replace(/["`]/g, "'")
    .replace(/[,;]+$/, '');

/** The code of a finding, or its message if it has none. Positions and amounts in a message change with every edit. */
export const codeOf = (finding: MatchableFinding): string =>
  finding.code === null || finding.code.trim() === '' ? messageOf(finding) : plainCode(finding.code);

export const messageOf = ({ title, description }: MatchableFinding): string =>
  `${title}\0${description}`.replace(/\s+/g, ' ').replace(/\d+/g, '#');

/** Characters that are no space. A shorter part of a line stands in too many others to be recognised by. */
const LEAST_PART = 8;

/** Whether the code of one is a part of the other's: a line was broken into several, or several were joined. */
export const isPartOfOther = (one: MatchableFinding, other: MatchableFinding): boolean =>
  isPart(one, other, LEAST_PART);

/** Enough to tell a bracket from a name where nothing else could be meant. */
const LEAST_OF_THE_ONLY_ONE = 2;

/** The same where the rule has nothing else in the file that could be meant: then less of the code is enough. */
export const isPartOfTheOnlyOther = (one: MatchableFinding, other: MatchableFinding): boolean =>
  isPart(one, other, LEAST_OF_THE_ONLY_ONE);

function isPart(one: MatchableFinding, other: MatchableFinding, least: number): boolean {
  if (one.code === null || other.code === null) return false;
  const codes = [plainCode(one.code), plainCode(other.code)].sort((a, b) => a.length - b.length);
  const [part = '', whole = ''] = codes;
  return part.length >= least && whole.includes(part);
}
