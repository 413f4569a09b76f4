import type { ClassForm, FunctionForm, ModuleForm } from '../ir';
import type { Run } from './run';

/** At most this many classes that implement one are followed. */
const MAX_IMPLEMENTATIONS = 8;

/** Records which classes of a module extend or implement which classes of the target. */
export function knowImplementations(run: Run, { classes }: ModuleForm): void {
  for (const form of classes)
    for (const base of form.bases)
      for (const parent of run.evaluate(base).classes) {
        const known = run.implementations.get(parent) ?? [];
        if (!known.includes(form)) run.implementations.set(parent, [...known, form]);
      }
}

/**
 * The classes of the target that the name of one may mean, each after the class that it extends.
 * @param method is recorded if there are more of them
 */
export function implementationsOf(run: Run, form: ClassForm, method: string): readonly ClassForm[] {
  const found: ClassForm[] = [];
  for (let [waiting, next] = [[form], 0]; next < waiting.length && found.length <= MAX_IMPLEMENTATIONS; next++)
    for (const each of run.implementations.get(waiting[next]!) ?? [])
      if (!waiting.includes(each)) {
        waiting.push(each);
        found.push(each);
      }
  if (found.length > MAX_IMPLEMENTATIONS) run.implementedByTooMany.add(`${form.id} ${method}`);
  return found.slice(0, MAX_IMPLEMENTATIONS);
}

/** Whether a method is abstract: it has no body, or one that only throws. */
export const isAbstract = ({ body }: FunctionForm): boolean => body.every(({ kind }) => kind === 'throw');
