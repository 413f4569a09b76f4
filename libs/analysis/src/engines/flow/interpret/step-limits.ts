/**
 * The limits of evaluated expressions for one entry, with its calls, and for all entries of a file. A file of tests has
 * hundreds of entries, each of which calls the whole program, and a finding in a test has low severity. Once the limit
 * of a file is reached, each further entry has the limit of a late entry.
 */
const STEPS = { entry: 60_000, file: 600_000 };
const STEPS_OF_TRIALS = { entry: 20_000, file: 60_000 };
const STEPS_OF_LATE_ENTRY = 1_000;
/**
 * A file of 217 KB with 3,000 entries took 39 s, because each was followed to the limit of a late one. Applications
 * took 120,000 steps for a file at most, and 200,000 for a megabyte, when a class was one entry with all its methods.
 */
const STEPS_OF_FILE = 800_000;
const STEPS_OF_LAST_ENTRY = 50;
/** For all entries of the target. Above it, each is a late one: 600 scripts that include each other took 36,000,000. */
const STEPS_OF_TARGET = 20_000_000;
/**
 * An entry that has taken its steps takes this part of them once more, in which it makes few calls: so the rest of a
 * long handler is seen, and not only what stands before a call that takes thousands of steps.
 */
const REST_OF_ENTRY = 0.5;
/** At most half the levels that the stack holds, whatever the compiler has made of the interpreter. */
const MAX_NESTED = 400;

/** An entry exceeded the limit of steps or of nesting: its effects are not known. */
export class OverBudget extends Error {}

/** How far an entry was followed: without some calls at its end, or not up to its end. */
export type Extent = 'whole' | 'in part' | 'given up';

/** Counts the steps of entries and of their files, and the levels of nested expressions and statements. */
export class StepLimits {
  /** The levels that the run is in. */
  nested = 0;
  private steps = 0;
  /** The steps within which the running entry follows all calls. */
  private enough = STEPS.entry;
  /** The steps after which it is given up. */
  private most = STEPS.entry;
  /** The file of the running entry, and the steps that the entries of each file took. */
  private file = '';
  private readonly spent = new Map<string, number>();
  private spentInAll = 0;

  /** @param isStrict gives an entry up as soon as it has taken its steps */
  constructor(
    private readonly isTrial: (file: string) => boolean,
    private readonly isStrict: boolean,
  ) {}

  /** @param file the file whose entries share a limit; empty: each entry has its own limit alone */
  beginEntry(file: string): void {
    this.spend(this.steps);
    this.file = file;
    this.steps = 0;
    this.allow(this.left());
    this.nested = 0;
  }

  /** Takes a step, and enters a level. Returns whether a limit is exceeded. */
  take(): boolean {
    this.steps += 1;
    this.nested += 1;
    return this.steps > this.most || this.nested > MAX_NESTED;
  }

  /** Enters a level. Returns whether a limit is exceeded. All runs give up at the same level. */
  goDown(): boolean {
    this.nested += 1;
    return this.nested > MAX_NESTED;
  }

  isAbove(steps: number): boolean {
    return this.steps > steps;
  }

  /** Whether the running entry has taken its steps, and is in the rest that it may take beside them. */
  get isLong(): boolean {
    return this.steps > this.enough;
  }

  /** Whether the entries of the file, or of the target, have taken all steps that they may. */
  isLate(): boolean {
    if (this.file === '') return false;
    const isOfTarget = this.spentInAll + this.steps > STEPS_OF_TARGET;
    return isOfTarget || this.spentByFile() + this.steps > this.ofFile().file;
  }

  /** Runs work with the limit of an entry, beside the running one: its steps count for the file alone. */
  asEntry(work: () => void): Extent {
    const { steps, enough, most, nested } = this;
    this.steps = 0;
    this.allow(this.ofFile().entry);
    let followed: Extent = 'whole';
    try {
      work();
      if (this.isLong) followed = 'in part';
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      followed = 'given up';
      this.nested = nested;
    }
    this.spend(this.steps);
    [this.steps, this.enough, this.most] = [steps, enough, most];
    return followed;
  }

  private allow(steps: number): void {
    this.enough = steps;
    this.most = this.isStrict ? steps : steps * (1 + REST_OF_ENTRY);
  }

  /** The limit of an entry of the file. */
  private left(): number {
    if (this.file !== '' && this.spentByFile() > STEPS_OF_FILE) return STEPS_OF_LAST_ENTRY;
    return this.isLate() ? STEPS_OF_LATE_ENTRY : this.ofFile().entry;
  }

  private spend(steps: number): void {
    this.spent.set(this.file, this.spentByFile() + steps);
    this.spentInAll += steps;
  }

  private spentByFile(): number {
    return this.spent.get(this.file) ?? 0;
  }

  private ofFile(): typeof STEPS {
    return this.isTrial(this.file) ? STEPS_OF_TRIALS : STEPS;
  }
}
