import type { Place } from './view';

/** Whether a condition holds; undefined if that is not known. `reason` says what of the resource makes it hold. */
export interface Verdict {
  readonly truth: boolean | undefined;
  readonly at?: Place;
  readonly reason?: string;
  /** It holds, and matters less than elsewhere. */
  readonly isMild?: true;
}

export const NO: Verdict = { truth: false };
export const PERHAPS: Verdict = { truth: undefined };

export const yes = (at: Place, reason: string): Verdict => ({ truth: true, at, reason });

/** The first that holds, of those that matter where one does; else not known if any is not. */
export function anyOf(verdicts: Iterable<Verdict>): Verdict {
  let answer = NO;
  for (const verdict of verdicts) {
    if (verdict.truth === true && verdict.isMild === undefined) return verdict;
    if (answer.truth !== true && verdict.truth !== false) answer = verdict.truth ? verdict : PERHAPS;
  }
  return answer;
}

/** Holds if all do. It is at the place of the first that has a line of its own, and for the reasons of all. */
export function allOf(verdicts: Iterable<Verdict>, header: Place): Verdict {
  const held: Verdict[] = [];
  let known = true;
  for (const verdict of verdicts) {
    if (verdict.truth === false) return NO;
    if (verdict.truth === undefined) known = false;
    else held.push(verdict);
  }
  if (!known) return PERHAPS;
  const at = held.find((each) => each.at !== undefined && each.at !== header)?.at ?? header;
  const reasons = [...new Set(held.map(({ reason = '' }) => reason).filter((reason) => reason !== ''))];
  // The first is the one that matters; what else is not set only says that no exception holds.
  const said = reasons.filter((reason, index) => index === 0 || !reason.endsWith(' is not set'));
  // That something is set is no reason where what is wrong with it has none: the title says that.
  const answer = yes(at, held.length > 1 && said.length === 1 && said[0]!.endsWith(' is set') ? '' : said.join(', '));
  return held.some(({ isMild }) => isMild) ? { ...answer, isMild: true } : answer;
}
