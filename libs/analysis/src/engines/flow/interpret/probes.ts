import type { FunctionForm } from '../ir';
import { ALL_WEAKNESSES } from '../rules';
import { allTaints, hasTaints } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import { addParts } from './proof/mentions';
import type { Run } from './run';
import { type Closure, UNKNOWN, type Value, ofTaints } from './values';

const PROBE = 'probe';

/** Ends a probe before its function does. */
const ANSWERED = new Error('the probe is answered');

/**
 * The weaknesses that a function of the target rules out for its arguments, if it cannot be followed here because it is
 * already running or calls are nested too deep. The function is run apart from all else with a probe as its input: in
 * the places of the arguments that carry input, because a folder that it compares a path with is the program's own.
 */
export function safeBy(run: Run, { form, self }: Closure, args: readonly EvaluatedArgument[]): number {
  // A recursive call returns what the function has already returned.
  if (run.isProbing) return run.isRunning(form) ? ALL_WEAKNESSES : 0;
  if (!returnsSomething(form)) return ALL_WEAKNESSES;
  const isGiven = args.map(({ value }) => hasTaints(run, value));
  const isAny = !isGiven.includes(true) || args.some(({ isSpread }) => isSpread);
  return run.safeBy(form, isAny ? 'any' : isGiven.join(), () => {
    const taint = { source: PROBE, label: PROBE, safe: 0, step: { file: form.file, at: form.at, note: '', length: 1 } };
    const probe = ofTaints([taint]);
    const given: readonly EvaluatedArgument[] = isAny
      ? form.parameters.map(() => ({ value: probe }))
      : args.map((argument, index) => ({ ...argument, value: isGiven[index] ? probe : UNKNOWN }));
    try {
      const returned = run.invoke(self ? { form, self } : { form }, given, form.at) ?? UNKNOWN;
      return allTaints(run, returned).find(({ source }) => source === PROBE)?.safe ?? ALL_WEAKNESSES;
    } catch (error) {
      if (error !== ANSWERED) throw error;
      return 0;
    }
  });
}

/**
 * Ends the probe if the function that it is about has returned it as it was: whatever the function returns elsewhere,
 * it rules out nothing.
 */
export function answerProbe(run: Run, returned: Value): void {
  if (!run.isProbing || run.isCalling || run.proof !== undefined) return;
  if (returned.taints.some(({ source, safe }) => source === PROBE && safe === 0)) throw ANSWERED;
}

const returning = new WeakMap<FunctionForm, boolean>();

/** Whether some return of a function has a value that is not written there as a constant. */
function returnsSomething(form: FunctionForm): boolean {
  let known = returning.get(form);
  if (known === undefined) returning.set(form, (known = holdsReturn(form.body)));
  return known;
}

function holdsReturn(body: object): boolean {
  const waiting: object[] = [body];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    const { kind, value } = each as { readonly kind?: string; readonly value?: { readonly kind?: string } };
    if (kind === 'return' && value !== undefined && value.kind !== 'literal') return true;
    // A return in a function that stands within it is not its own.
    if (kind !== 'function' && kind !== 'class') addParts(each, waiting);
  }
  return false;
}
