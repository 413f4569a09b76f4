import { type FlowWeakness, KEPT_DATA, OWN_LABELS, PREDICTABLE } from '../../../catalogue/flow/rows';
import { type Place, lineOf } from '../ir';
import { bitOf } from '../rules';
import { allTaints } from './contents';
import type { Run } from './run';
import { OWN_PART, type Value } from './values';

/** A dangerous call that input reached, and reached only after a check or a conversion had made it safe. */
export interface CheckedPlace {
  readonly file: string;
  readonly at: Place;
  readonly weakness: FlowWeakness;
}

/**
 * The dangerous calls of a run, with what reached them. This is less than a proof: other code may call their functions
 * with other values.
 */
export class CheckedPlaces {
  private readonly places = new Map<string, CheckedPlace>();
  /** The lines and weaknesses that something else reached as well. */
  private readonly others = new Set<string>();

  /** Records what reaches a dangerous call. */
  note(run: Run, weakness: FlowWeakness, value: Value, at: Place): void {
    if (run.isProbing || run.proof !== undefined || OWN_LABELS[weakness] !== undefined) return;
    if (value.constant !== undefined || value.fixed === true) return;
    const place = { file: run.file, at, weakness };
    const key = lineKeyOf(place);
    if (this.others.has(key)) return;
    if (isChecked(run, value, weakness)) this.places.set(key, place);
    else this.others.add(key);
  }

  /** The calls that nothing else reached. */
  all(): readonly CheckedPlace[] {
    return [...this.places].filter(([key]) => !this.others.has(key)).map(([, place]) => place);
  }
}

/** Tells the weaknesses of lines apart. What is safe is said of a line as a whole. */
export const lineKeyOf = ({ file, at, weakness }: CheckedPlace): string => `${file}|${lineOf(at)}|${weakness}`;

/**
 * Whether a value is made of constants and of safe input alone. What a package returns is held to be no markup because
 * it seldom is, and not because of a check: for markup, the whole text must be known. The same is true of what a
 * database returns, and of input of whose way there is a doubt.
 */
function isChecked(run: Run, value: Value, weakness: FlowWeakness): boolean {
  const { text, objects } = value;
  if (objects.length > 0 || text?.includes(OWN_PART) === true) return false;
  if (text === undefined && weakness === 'cross-site-scripting') return false;
  const bit = bitOf(weakness);
  const taints = allTaints(run, value).filter(({ label }) => label !== PREDICTABLE);
  return (
    taints.length > 0 &&
    taints.every(({ safe, label, doubt }) => (safe & bit) !== 0 && doubt === undefined && !KEPT_DATA.has(label))
  );
}
