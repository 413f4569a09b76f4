import type { Expression, FunctionForm, Parameter, Place, Statement, VariableId } from '../ir';
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
  const parameters = fields.map(
    ({ name, fallback }): Parameter => ({
      target: { kind: 'variable', id: inside.declare(name) },
      name,
      ...(fallback && { fallback }),
    }),
  );
  const body = parametersKept(self, parameters, at);
  return { id: ids.next(), file, name: `${className}.constructor`, decorators: [], parameters, body, self, at };
}

/** Puts each parameter into the field of its name. */
export const parametersKept = (self: VariableId, parameters: readonly Parameter[], at: Place): Statement[] =>
  parameters.flatMap(({ target, name }) =>
    target.kind !== 'variable' || name === undefined
      ? []
      : [
          evaluate({
            kind: 'assign',
            target: { kind: 'field', object: { kind: 'variable', id: self, at }, name },
            value: { kind: 'variable', id: target.id, at },
            at,
          }),
        ],
  );
