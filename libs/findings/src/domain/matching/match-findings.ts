import { byKeys } from './buckets';
import { type MatchableFinding, codeOf, isPartOfOther, isPartOfTheOnlyOther, messageOf } from './matchable';
import { Matching, onlyOnes } from './matching';
import { movedTogether, renamedFiles } from './renamed-files';

export interface MatchingOptions {
  /**
   * Whether a file of the earlier result is gone. Findings of such a file are looked for in other files. Default: each
   * file is still there, so that a copy of old code is new.
   */
  readonly isGone?: (file: string) => boolean;
  /** The name of a rule. The same for two rules if one is the other's new name. Default: tool and rule. */
  readonly kindOf?: (rule: { readonly tool: string; readonly rule: string }) => string;
}

export interface MatchedFindings<Before, After> {
  readonly matched: readonly (readonly [Before, After])[];
  /** Earlier findings that are no longer found. The caller knows whether the later scan looked for them. */
  readonly gone: readonly Before[];
  readonly fresh: readonly After[];
}

/**
 * Which findings of two results are the same. Each finding has at most one counterpart. The surest signs are looked at
 * first, and each further sign among those that are left:
 *
 * 1. The line, in the same file, where it is the only one of its kind on both sides.
 * 2. The line, in the same file, where several are equal: the one that stands where the findings around it say; then
 *    the one with the same fingerprint, for which the neighbours and the order of equal lines count; then the nearest.
 * 3. The fingerprint, also that of any other tool that saw it.
 * 4. The line or, without one, the message, in the same file: another of the tools that agree may speak for it.
 * 5. A part of the line, in the same file: it was broken into several lines, or joined with others.
 * 6. The same signs, if the file is gone, in the file to which it was moved; then the line, in any other file.
 *
 * White space, quotes and the comma or semicolon at the end of a line are no part of it. Lines are expected to have
 * moved as those of the surer matches around them did.
 */
export function matchFindings<Before extends MatchableFinding, After extends MatchableFinding>(
  before: readonly Before[],
  after: readonly After[],
  { isGone = () => false, kindOf = ({ tool, rule }) => `${tool}/${rule}` }: MatchingOptions = {},
): MatchedFindings<Before, After> {
  const matching = new Matching(before, after);
  const kindsOf = (finding: MatchableFinding) => [finding, ...(finding.duplicates ?? [])].map(kindOf);
  const lines = (fileOf: FileOf) => (found: MatchableFinding) =>
    found.line === null ? [] : keys(fileOf(found), kindOf(found), codeOf(found));
  const messages = (fileOf: FileOf) => (found: MatchableFinding) =>
    keys(fileOf(found), kindOf(found), codeOf(found), messageOf(found));
  const anyTools = (fileOf: FileOf) => (found: MatchableFinding) =>
    kindsOf(found).flatMap((kind) => keys(fileOf(found), kind, codeOf(found)));
  const rules = (fileOf: FileOf) => (found: MatchableFinding) => keys(fileOf(found), kindOf(found));

  const inFile = (fileNow: FileOf) => {
    const nearest = matching.nearest(fileNow);
    matching.match(lines(fileNow), lines(itsFile), onlyOnes);
    matching.match(lines(fileNow), lines(itsFile), nearest());
    if (fileNow === itsFile) matching.match(fingerprint, fingerprint, nearest());
    if (fileNow === itsFile) matching.match(fingerprints, fingerprints, nearest());
    matching.match(messages(fileNow), messages(itsFile), nearest());
    matching.match(anyTools(fileNow), anyTools(itsFile), nearest());
    matching.match(rules(fileNow), rules(itsFile), nearest(isPartOfOther));
    matching.match(rules(fileNow), rules(itsFile), (own, others) =>
      onlyOnes(own, others).filter(([one, other]) => isPartOfTheOnlyOther(one, other)),
    );
  };
  inFile(itsFile);

  const goneFile: FileOf = ({ file, line }) => (file !== null && line !== null && isGone(file) ? file : undefined);
  const anywhere = (isMeant: (found: MatchableFinding) => boolean) => (found: MatchableFinding) =>
    found.file !== null && found.line !== null && isMeant(found)
      ? kindsOf(found).flatMap((kind) => keys('', kind, codeOf(found)))
      : [];
  const isOfGoneFile = (found: MatchableFinding) => goneFile(found) !== undefined;
  const left = byKeys(matching.open(), anywhere(isOfGoneFile));
  if (left.size > 0) {
    const candidates = byKeys(
      matching.free(),
      anywhere(() => true),
    );
    const renamed = renamedFiles(left, candidates);
    inFile((found) => renamed.get(goneFile(found) ?? ''));
    matching.match(
      anywhere(isOfGoneFile),
      anywhere(() => true),
      matching.nearest(itsFile, movedTogether(left, candidates))(),
    );
  }
  return { matched: [...matching.counterparts], gone: matching.open(), fresh: matching.free() };
}

/** The file of a finding as it is called after; undefined if it is in no file that is looked at. */
type FileOf = (finding: MatchableFinding) => string | null | undefined;
const itsFile: FileOf = ({ file }) => file;

const fingerprint = (found: MatchableFinding): readonly string[] => [found.fingerprint];
const fingerprints = ({ fingerprint, duplicates = [] }: MatchableFinding): readonly string[] => [
  fingerprint,
  ...duplicates.flatMap((other) => other.fingerprint ?? []),
];

const keys = (file: string | null | undefined, ...parts: readonly string[]): readonly string[] =>
  file === undefined ? [] : [JSON.stringify([file, ...parts])];
