import type { ModuleForm, Statement, VariableId } from '../../ir';
import type { CsharpNames } from './names';
import type { Made } from '../lowering';

/** What the lowering of a file of C# makes beside its statements. */
export type MadeOfCsharp = Made & {
  readonly names: CsharpNames;
  readonly exports: ModuleForm['exports'][number][];
  /** What fields of classes themselves begin with. */
  readonly kept: Statement[];
};

/** A class, the names that it declares, and the class around. */
export interface CsharpOwner {
  /** With its namespace and the classes around. */
  readonly name: string;
  /** What belongs to an instance. */
  readonly members: ReadonlySet<string>;
  /** Methods, properties and constants of the class itself. */
  readonly statics: ReadonlySet<string>;
  /** Fields of the class itself that change: whoever runs next reads what the last one left there. */
  readonly kept: ReadonlySet<string>;
  /** Whether other files or classes may declare members of it. */
  readonly isOpen: boolean;
  readonly outer?: CsharpOwner;
}

export const keptVariable = (owner: string, name: string): VariableId => `v:${owner}::${name}`;
