import type { Place } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import { runModule } from './modules';
import type { Run } from './run';
import { UNKNOWN } from './values';

/** Runs the template that a call names with the values that the call passes. @returns whether the target has it */
export function renderTemplate(
  run: Run,
  paths: readonly string[],
  args: readonly EvaluatedArgument[],
  at: Place,
): boolean {
  if (!paths.some((path) => run.rules.renders.has(path))) return false;
  const name = args[0]?.value.constant;
  const module = typeof name === 'string' ? run.language.templateOf?.(name) : undefined;
  const template = module && runModule(run, module).get('default')?.functions[0];
  if (template) run.invoke(template, [{ value: args[1]?.value ?? UNKNOWN }], at);
  return template !== undefined;
}
