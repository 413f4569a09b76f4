import type { ModuleForm, Place } from '../ir';
import { whoGetsHere } from './gates';
import { NO_PARTS } from './javascript/route-patterns';
import type { Run } from './run';
import type { State } from './state';
import { UNKNOWN, type Value } from './values';

/** The state that a file left to one that included it and knew hardly anything before. */
interface Left {
  /** On whose behalf it ran. */
  readonly around: string;
  readonly start: State;
  readonly end: State;
}

const leftBy = new WeakMap<Run, Map<ModuleForm, Left[]>>();
/** A file is remembered for so many beginnings: the scripts of a program set a constant or two before it. */
const MOST_BEGINNINGS = 4;

/** Runs a file of the target where another one includes it: they share their variables. */
export function include(run: Run, path: Value, at: Place): Value {
  const forms = path.text === undefined ? [] : (run.language.included?.(run.file, path.text) ?? []);
  const works = forms.filter(({ main }) => run.canCall(main)).map((form) => () => runIncluded(run, form, at));
  if (works.length === 1) works[0]!();
  else if (works.length > 1) run.branch(works);
  return UNKNOWN;
}

/**
 * Each script of a program begins with the same file, which starts all of it. That file is run once for all that knew
 * the same before it: it took half of the steps in Cacti.
 */
function runIncluded(run: Run, form: ModuleForm, at: Place): void {
  if (!run.isOutermost || !run.state.isAlmostEmpty || !hasNoEffects(run)) return runAnew(run, form, at);
  const start = run.state.fork();
  const around = `${whoGetsHere(run)}${run.isTried() ? 'tried' : ''}`;
  const known = leftOf(run, form);
  const left = known.find((each) => each.around === around && each.start.knowsTheSame(start));
  if (left) {
    run.state.merge([left.end]);
    return;
  }
  runAnew(run, form, at);
  if (known.length >= MOST_BEGINNINGS || run.isLong || !hasNoEffects(run)) return;
  const end = run.state.fork();
  end.isDead = run.state.isDead;
  known.push({ around, start, end });
}

/** Whether the entry has left nothing behind but what its state knows. */
const hasNoEffects = (run: Run): boolean =>
  run.proof === undefined && !run.isProbing && !run.keepsInput && run.weakCalls.size === 0 && run.route === NO_PARTS;

function leftOf(run: Run, form: ModuleForm): Left[] {
  let ofRun = leftBy.get(run);
  if (ofRun === undefined) leftBy.set(run, (ofRun = new Map<ModuleForm, Left[]>()));
  let known = ofRun.get(form);
  if (known === undefined) ofRun.set(form, (known = []));
  return known;
}

function runAnew(run: Run, { main }: ModuleForm, at: Place): void {
  const before = run.state;
  run.within(main, at, (frame) => {
    run.state = before.fork();
    run.execute(main.body);
    // A return ends only the included file; an exit also ends the including one.
    const ends = run.state.isDead ? frame.exits : [...frame.exits, run.state];
    run.state = before;
    before.merge(ends);
  });
}
