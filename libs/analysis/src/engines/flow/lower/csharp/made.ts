import type { Expression, ModuleForm, Statement, VariableId } from '../../ir';
import type { CsharpNames } from './names';
import type { Made } from '../lowering';

/** The results of lowering a file of C# beside its statements. */
export type MadeOfCsharp = Made & {
  readonly names: CsharpNames;
  readonly exports: ModuleForm['exports'][number][];
  /** The initial values of static fields. */
  readonly kept: Statement[];
};

/** A class, the names that it declares, and the class around. */
export interface CsharpOwner {
  /** With its namespace and the classes around. */
  readonly name: string;
  /** The names of instance members. */
  readonly members: ReadonlySet<string>;
  /** Methods, properties and constants of the class itself. */
  readonly statics: ReadonlySet<string>;
  /** Fields of the class itself that change: whoever runs next reads what the last one left there. */
  readonly kept: ReadonlySet<string>;
  /** Whether other files or classes may declare members of it. */
  readonly isOpen: boolean;
  /** The classes that it extends or implements, where they are named. */
  readonly bases?: readonly Expression[];
  readonly outer?: CsharpOwner;
}

export const keptVariable = (owner: string, name: string): VariableId => `v:${owner}::${name}`;
