import type { Expression, Parameter, Place, Statement, VariableId } from '../../ir';
import type { Made } from '../lowering';
import type { Syntax } from '../syntax';

/** With what other files may name, and the bodies of here-documents by the nodes that begin them. */
export type MadeOfRuby = Made & {
  readonly exports: { name: string; value: Expression }[];
  readonly heredocs: ReadonlyMap<number, Syntax>;
};

/** Where in a program an expression stands. */
export interface Around {
  /** The names of the modules and classes around, outermost first, as they are written. */
  readonly nesting: readonly string[];
  /** Whether `self` is a class, and not one of its instances. */
  readonly isStatic?: true;
  /** The method around, for `super`. */
  readonly method?: string;
  readonly parameters?: readonly Parameter[];
  /** The classes and modules that the class around extends and includes. */
  readonly parents: readonly Expression[];
  /** The folder below `app/views` in which a template without a folder is looked for. */
  readonly views?: string;
  /** The parameter of a template that has the values which it is rendered with. */
  readonly locals?: VariableId;
  /** A class that the file does not name gets the methods that are defined there. */
  readonly isOfOthers?: true;
}

export const wholeName = ({ nesting }: Around): string => nesting.join('::');

/** A class, module or constant by the names that it may have, the nearest one first, for `rubyOf` to find. */
export function constantNamed(written: string, nesting: readonly string[], at: Place): Expression {
  if (written.startsWith('::')) return { kind: 'import', module: `class ${written.slice(2)}`, at };
  const names = nesting.map((_, index) => [...nesting.slice(0, nesting.length - index), written].join('::'));
  return { kind: 'import', module: `class ${[...names, written].join('|')}`, at };
}

/** `PostsController` is `posts`, `Admin::UsersController` is `admin/users`. */
export function viewsOf(className: string): string | undefined {
  if (!/(?:Controller|Mailer)$/.test(className)) return undefined;
  return underscored(className.replace(/Controller$/, ''));
}

const underscored = (name: string): string =>
  name
    .replaceAll('::', '/')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();

/** Calls after which nothing of the method runs any more. */
export const ENDING = /^(?:raise|fail|abort|exit|exit!|halt|redirect|error!|throw)$/;

/** Whether what follows is never reached. */
export const isLeft = (statements: readonly Statement[]): boolean => {
  const kind = statements.at(-1)?.kind;
  return kind === 'return' || kind === 'throw' || kind === 'break' || kind === 'continue';
};
