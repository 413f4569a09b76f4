import type { ModuleForm } from '../ir';
import { runModule } from './modules';
import type { Run } from './run';
import type { Value } from './values';

/** Exported objects hold functions to this depth: `exports.shell.run`. */
const MAX_DEPTH = 2;

/** Remembers the functions that a module exports, those of its objects and the public methods of its classes. */
export function knowExported(run: Run, module: ModuleForm): void {
  for (const value of runModule(run, module).values()) know(run, value, MAX_DEPTH);
}

function know(run: Run, { functions, classes, objects }: Value, depth: number): void {
  for (const { form } of functions) run.exported.add(form);
  for (const { methods } of classes)
    for (const { name, function: form } of methods) if (!/^[_#]/.test(name)) run.exported.add(form);
  if (depth === 0) return;
  for (const key of objects)
    for (const field of run.state.object(key)?.fields.values() ?? []) know(run, field, depth - 1);
}
