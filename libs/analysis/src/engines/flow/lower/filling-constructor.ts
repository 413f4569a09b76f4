import type { Expression, FunctionForm, Parameter, Place } from '../ir';
import { evaluate } from './lowering';
import { type Ids, Scope } from './scope';

interface Filled {
  readonly name: string;
  /** The value that the field has without an argument. */
  readonly fallback?: Expression;
}

/** A constructor that puts each argument into the field of its name: the language or a library writes it. */
export function fillingConstructor(
  ids: Ids,
  { file, className }: { readonly file: string; readonly className: string },
  fields: readonly Filled[],
  at: Place,
): FunctionForm {
  const inside = new Scope(ids, undefined);
  const self = inside.declare('this');
  const object: Expression = { kind: 'variable', id: self, at };
  const parameters = fields.map(
    ({ name, fallback }): Parameter => ({
      target: { kind: 'variable', id: inside.declare(name) },
      name,
      ...(fallback && { fallback }),
    }),
  );
  const body = fields.map(({ name }) => {
    const value: Expression = { kind: 'variable', id: inside.declare(name), at };
    return evaluate({ kind: 'assign', target: { kind: 'field', object, name }, value, at });
  });
  return { id: ids.next(), file, name: `${className}.constructor`, decorators: [], parameters, body, self, at };
}
