import type { ModuleForm, Place } from '../ir';
import { globalVariable } from '../lower/php/names';
import type { EvaluatedArgument } from './evaluated-call';
import { runModule } from './modules';
import type { Run } from './run';
import { UNKNOWN, type Value } from './values';

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
  if (module !== undefined && run.language.hasScripts) return renderScript(run, module, args[1]?.value ?? UNKNOWN, at);
  const template = module && runModule(run, module).get('default')?.functions[0];
  if (template) run.invoke(template, [{ value: args[1]?.value ?? UNKNOWN }], at);
  return template !== undefined;
}

/** Runs a template of PHP, whose variables are the fields of what it is rendered with. It leaves nothing behind. */
function renderScript(run: Run, { main }: ModuleForm, values: Value, at: Place): boolean {
  if (!run.canCall(main)) return false;
  const before = run.state;
  const fields = values.objects.flatMap((key) => [...(before.object(key)?.fields ?? [])]);
  run.within(main, at, () => {
    run.state = before.fork();
    for (const [name, value] of fields) run.state.set(globalVariable(`$${name}`), value);
    run.execute(main.body);
  });
  run.state = before;
  return true;
}
