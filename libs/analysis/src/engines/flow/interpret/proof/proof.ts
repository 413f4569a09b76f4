import type { FlowWeakness } from '../../../../catalogue/flow/rows';
import { type Expression, type FunctionForm, type Place, type VariableId, lineOf } from '../../ir';
import { bitOf } from '../../rules';
import type { Run } from '../run';
import { UNKNOWN, type Value, WHOLLY, madeFor, valueLike } from '../values';
import type { Mentions } from './mentions';

/** A place that was judged for a weakness. */
export interface JudgedPlace {
  readonly file: string;
  readonly at: Place;
  readonly weakness: FlowWeakness;
  /** Whether the value was a constant, or made safe, each time. */
  isSafe: boolean;
  /** Whether it was seen once with nothing known about the arguments of its function. */
  isGeneral: boolean;
  /** Whether an input was made safe on its way there; otherwise the value is a constant. */
  isCleaned: boolean;
  /** The place is not a call but a text that is composed there, and that may become part of another one later. */
  readonly isPart: boolean;
  readonly form: FunctionForm;
}

/** Lists within lists are examined to this depth. */
const MAX_DEPTH = 3;

/**
 * The state of a run that looks for proofs: places that are safe whatever the arguments of their functions. Such a run
 * believes less than one that looks for flows: it treats all that other code may have changed as unknown.
 */
export class Proof {
  private readonly places = new Map<string, JudgedPlace>();
  private readonly calls = new Map<Expression, boolean>();
  private readonly mentions = new Map<string, Mentions | undefined>();
  private entered: JudgedPlace[] = [];
  /** How many enclosing calls got an argument of which something is known. */
  narrow = 0;
  /** Above 0 within an expression of which it is unknown what runs, and in which order. */
  doubtful = 0;
  /** How many loops run. */
  looping = 0;
  /** The expression of the running statement. An assignment within another expression may not run at all. */
  statement: Expression | undefined;

  constructor(
    private readonly mentionsOfFile: (file: string) => Mentions | undefined,
    /** Finds the names that some file sets as fields: code that has the object or the module may set them. */
    private readonly setAnywhere: () => ReadonlySet<string>,
    /** Methods of classes that have others of the same name: types decide which of them is called. */
    private readonly overloaded: ReadonlySet<FunctionForm>,
  ) {}

  beginEntry(): void {
    this.entered = [];
    this.narrow = 0;
    this.doubtful = 0;
    this.looping = 0;
  }

  /** Discards all places that the entry has seen, because the rest of it is unknown. */
  giveUp(): void {
    for (const place of this.entered) place.isSafe = false;
  }

  /** Records the value that reaches a place. */
  judge(run: Run, weakness: FlowWeakness, at: Place, value: Value, isPart = false): boolean {
    const { file } = run;
    const key = `${file}|${at}|${weakness}|${isPart}`;
    const isSafe = this.doubtful === 0 && isSafeFor(run, value, bitOf(weakness));
    const { form } = run.frame;
    const known = this.places.get(key) ?? {
      ...{ file, at, weakness, isPart, form },
      ...{ isSafe: true, isGeneral: false, isCleaned: false },
    };
    this.places.set(key, known);
    this.entered.push(known);
    known.isSafe &&= isSafe;
    known.isGeneral ||= this.narrow === 0;
    known.isCleaned ||= madeFor(value) !== WHOLLY;
    return isSafe;
  }

  /** Records whether all arguments of a call are certain. */
  called(call: Expression, isHarmless: boolean): void {
    this.calls.set(call, isHarmless && this.doubtful === 0 && this.calls.get(call) !== false);
  }

  /** The places that are proven safe. */
  proven(): readonly JudgedPlace[] {
    const all = [...this.places.values()];
    const lines = new Set<string>();
    const unsafe = new Map<FunctionForm, Set<string>>();
    for (const { form, weakness, isSafe, isGeneral, file, at } of all)
      if (!isSafe || !isGeneral) {
        unsafe.set(form, (unsafe.get(form) ?? new Set()).add(weakness));
        lines.add(`${file}|${lineOf(at)}|${weakness}`);
      }
    return all.filter(
      ({ form, weakness, file, at, isPart }) =>
        !lines.has(`${file}|${lineOf(at)}|${weakness}`) &&
        !(isPart && unsafe.get(form)?.has(weakness)) &&
        this.isWholeLine(file, lineOf(at)),
    );
  }

  /** Whether the form of a file tells all of its code: otherwise, nothing in it is proven. */
  isWhole(file: string): boolean {
    return this.mentionsIn(file) !== undefined;
  }

  /** Whether each call that begins in a line was seen, with certain arguments only. */
  private isWholeLine(file: string, line: number): boolean {
    const mentions = this.mentionsIn(file);
    return mentions !== undefined && (mentions.lines.get(line) ?? []).every((each) => this.calls.get(each) === true);
  }

  private mentionsIn(file: string): Mentions | undefined {
    if (!this.mentions.has(file)) this.mentions.set(file, this.mentionsOfFile(file));
    return this.mentions.get(file);
  }

  /**
   * The value that a variable certainly holds. If other functions may set the variable, it counts only if it is set
   * once.
   */
  known(run: Run, id: VariableId, value: Value): Value {
    if (!run.captured.has(id)) return value;
    const sets = this.mentionsIn(run.file)?.sets.get(id) ?? 0;
    if (sets !== 1) return unknownOf(value);
    // Other code may have changed the contents of an object.
    return value.objects.length === 0 && value.taints.length === 0 ? value : unknownOf(value);
  }

  isOverloaded(form: FunctionForm): boolean {
    return this.overloaded.has(form);
  }

  /** Whether no file sets a field of the name. */
  isNeverSet(name: string): boolean {
    return !this.setAnywhere().has(name);
  }
}

/** The value with its paths, taints, functions and classes only. */
export const unknownOf = ({ paths, taints, classes, functions }: Value): Value =>
  valueLike(UNKNOWN, {
    taints,
    functions,
    classes,
    paths,
  });

/** Whether a value cannot cause a weakness. */
export function isSafeFor(run: Run, value: Value, bit: number, depth = MAX_DEPTH): boolean {
  if ((madeFor(value) & bit) !== bit || value.taints.some(({ safe }) => (safe & bit) !== bit)) return false;
  if (value.objects.length === 0) return true;
  return (
    depth > 0 &&
    value.objects.every((key) => {
      const object = run.state.object(key);
      if (object === undefined || object.isChanged || object.kin !== undefined) return false;
      if (object.kind === 'map' && object.fields.size === 0) return false;
      const all = [...object.fields.values(), ...(object.rest === UNKNOWN ? [] : [object.rest])];
      // A function in an object may define its text, as `toString` does.
      return all.every((each) => each.functions.length === 0 && isSafeFor(run, each, bit, depth - 1));
    })
  );
}
