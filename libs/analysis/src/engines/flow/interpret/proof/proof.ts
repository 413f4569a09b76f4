import type { FlowWeakness } from '../../../../catalogue/flow/rows';
import { type Expression, type FunctionForm, type Place, type VariableId, lineOf } from '../../ir';
import { bitOf } from '../../rules';
import type { Run } from '../run';
import { UNKNOWN, type Value, WHOLLY, madeFor } from '../values';
import type { Mentions } from './mentions';

/** A place at which what is known of a weakness was asked for. */
export interface JudgedPlace {
  readonly file: string;
  readonly at: Place;
  readonly weakness: FlowWeakness;
  /** Whether the value was a constant, or made safe, each time. */
  isSafe: boolean;
  /** Whether it was seen once with nothing known of what its function gets. */
  isGeneral: boolean;
  /** Whether a value from outside was made safe on its way there; else it is a constant. */
  isCleaned: boolean;
  /** It is no call, but a text that is put together there, and may be put together with others later on. */
  readonly isPart: boolean;
  readonly form: FunctionForm;
}

/** Lists within lists are looked into as far as this. */
const MAX_DEPTH = 3;

/**
 * What a run keeps that looks for what is certain: places that are safe whatever the functions around them get. Such a
 * run believes less than one that looks for flows: what somebody else may have changed is not known in it.
 */
export class Proof {
  private readonly places = new Map<string, JudgedPlace>();
  private readonly calls = new Map<Expression, boolean>();
  private readonly mentions = new Map<string, Mentions | undefined>();
  private entered: JudgedPlace[] = [];
  /** How many calls around were given something that is known. */
  narrow = 0;
  /** Within an expression of which nobody knows what of it runs, and in which order. */
  doubtful = 0;
  /** The expression of the statement that runs: an assignment within another expression may not run at all. */
  statement: Expression | undefined;

  constructor(
    private readonly mentionsOfFile: (file: string) => Mentions | undefined,
    /** Names that some file sets as fields: whoever has the object or the module may set them. */
    private readonly setAnywhere: ReadonlySet<string>,
    /** Methods of classes that have others of the same name: which of them is called depends on types. */
    private readonly overloaded: ReadonlySet<FunctionForm>,
  ) {}

  beginEntry(): void {
    this.entered = [];
    this.narrow = 0;
    this.doubtful = 0;
  }

  /** Nothing that the entry has seen counts: what it would have seen is not known. */
  giveUp(): void {
    for (const place of this.entered) place.isSafe = false;
  }

  /** Remembers what gets to a place. */
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

  /** Remembers whether all that a call gets is certain. */
  called(call: Expression, isHarmless: boolean): void {
    this.calls.set(call, isHarmless && this.doubtful === 0 && this.calls.get(call) !== false);
  }

  /** The places that are safe for certain. */
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

  /** Whether each call that begins in a line was seen, and gets nothing else than what is certain. */
  private isWholeLine(file: string, line: number): boolean {
    const mentions = this.mentionsIn(file);
    return mentions !== undefined && (mentions.lines.get(line) ?? []).every((each) => this.calls.get(each) === true);
  }

  private mentionsIn(file: string): Mentions | undefined {
    if (!this.mentions.has(file)) this.mentions.set(file, this.mentionsOfFile(file));
    return this.mentions.get(file);
  }

  /** What a variable holds for certain: one that others may set does so only where it is set once. */
  known(run: Run, id: VariableId, value: Value): Value {
    if (!run.captured.has(id)) return value;
    const sets = this.mentionsIn(run.file)?.sets.get(id) ?? 0;
    if (sets !== 1) return unknownOf(value);
    // What lies in an object others may have changed.
    return value.objects.length === 0 && value.taints.length === 0 ? value : unknownOf(value);
  }

  isOverloaded(form: FunctionForm): boolean {
    return this.overloaded.has(form);
  }

  /** Whether no file sets a field of the name. */
  isNeverSet(name: string): boolean {
    return !this.setAnywhere.has(name);
  }
}

/** The value with its name alone: what it is called elsewhere stays known. */
export const unknownOf = ({ paths, taints, classes, functions }: Value): Value => ({
  ...UNKNOWN,
  taints,
  functions,
  classes,
  paths,
});

/** Whether nothing in a value can cause a weakness. */
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
      // A function in it may say what its text is.
      return all.every((each) => each.functions.length === 0 && isSafeFor(run, each, bit, depth - 1));
    })
  );
}
