import type { Expression, Place, Statement, VariableId } from '../../ir';
import type { CType } from './types';
import type { Made } from '../lowering';
import { type Ids, Scope } from '../scope';

/** The function that is being lowered. */
export interface CFunction {
  /** Names whose address is taken: what a call does through that address changes them. */
  readonly addressed: ReadonlySet<string>;
  /** Of these the ones of which a field is named: they hold an object of their own. */
  readonly structured: ReadonlySet<string>;
  /** The statements from a label to the end of its block; filled when the label is read. */
  readonly labels: Map<string, Label>;
  /** Of a method. */
  readonly owner?: Owner;
  /** Whether the grammar could not read some of it. */
  isBroken?: boolean;
}

export interface Label {
  readonly statements: Statement[];
  isPassed: boolean;
}

/** The class that a method belongs to. */
export interface Owner {
  readonly self: VariableId;
  /** Undefined where the file does not declare the class. */
  readonly fields: ReadonlySet<string> | undefined;
  readonly methods: ReadonlySet<string>;
}

/** The declarations of a file of C for other files, and the types that are known in it. */
export type MadeOfC = Made & {
  readonly exports: { name: string; value: Expression }[];
  readonly types: Map<VariableId, CType>;
  readonly typedefs: Map<string, CType>;
  readonly classes: Made['classes'];
  /** The members of each class that the file declares. */
  readonly members: Map<string, { readonly fields: Map<string, CType>; readonly methods: Set<string> }>;
  /** Variables that are kept in a box, because their address is taken. */
  readonly boxed: Set<VariableId>;
  /** By a variable that holds the length of a text: the text. */
  readonly lengths: Map<VariableId, Expression>;
  /** Functions and macros that the file defines. */
  readonly defined: Set<string>;
  current: CFunction;
};

export const NO_FUNCTION: CFunction = { addressed: new Set(), structured: new Set(), labels: new Map() };

/** The names of a file. Names that are not static are known in all files of the target. */
export class FileScope extends Scope {
  private readonly declared = new Map<string, VariableId>();
  private readonly captured: Set<VariableId>;

  constructor(
    ids: Ids,
    private readonly file: string,
  ) {
    super(ids, undefined);
    this.captured = ids.captured;
  }

  override declare(name: string): VariableId {
    return this.declared.get(name) ?? this.keep(name, globalOf(name));
  }

  declareStatic(name: string): VariableId {
    return this.keep(name, `static ${this.file}:${name}`);
  }

  private keep(name: string, id: VariableId): VariableId {
    this.declared.set(name, id);
    this.captured.add(id);
    return id;
  }

  override find(name: string): { readonly id: VariableId; readonly isOuter: boolean } | undefined {
    const id = this.declared.get(name);
    return id === undefined ? undefined : { id, isOuter: false };
  }
}

/** A variable that every file of the target may name. */
export const globalOf = (name: string): VariableId => `global:${name}`;

/** A function, macro, constant or variable by its name, for `cOf` to find. */
export const named = (name: string, at: Place): Expression => ({ kind: 'import', module: `fn ${name}`, at });

/** A class, struct or other type by its name. */
export const typeNamed = (name: string, at: Place): Expression => ({ kind: 'import', module: `type ${name}`, at });

/** A call of what the interpreter does for C by itself. */
export const own = (name: string, args: readonly Expression[], at: Place): Expression => ({
  kind: 'call',
  callee: { kind: 'global', name: `c.${name}`, at },
  args: args.map((value) => ({ value })),
  at,
});

export const number = (value: number, at: Place): Expression => ({ kind: 'literal', value, at });
export const nothing = (at: Place): Expression => ({ kind: 'unknown', parts: [], at });

const ADDRESS = /(?<![&\w\]]\s?)(?<!(?<!\*\s?)\)\s?)&\s*([A-Za-z_]\w*)\b(?!\s*(?:\[|->|\.|\(|::))/g;

/** The names of which a function takes the address. */
export function addressedIn(text: string): Pick<CFunction, 'addressed' | 'structured'> {
  if (!text.includes('&')) return NO_FUNCTION;
  const addressed = new Set([...text.matchAll(ADDRESS)].map(([, name]) => name!));
  const structured = new Set<string>();
  for (const [, name] of text.matchAll(/\b([A-Za-z_]\w*)\s*\.\s*[A-Za-z_]/g))
    if (addressed.has(name!)) structured.add(name!);
  return { addressed, structured };
}
