import type { ExtensionForm, FunctionForm, ModuleForm } from '../ir';
import type { Effect } from './effect';

/** What a language says of imports, and of what its programs do otherwise than those of the others. */
export interface LanguageOfTarget {
  /** The module that an import names in a file; undefined where the target has none. */
  readonly resolve: (file: string, module: string) => ModuleForm | undefined;
  /** What rows call a module that is not of the target, or a name of it. */
  readonly pathOf: (module: string, name: string | undefined) => string;
  /** The name under which a class has a method that is called on it, where instances have another one of that name. */
  readonly classMethod?: (name: string) => string;
  /** What the language's own methods do, where they are not those of the others. */
  readonly methods?: Readonly<Record<string, Effect>>;
  readonly functions?: Readonly<Record<string, Effect>>;
  /** Fields are read by calls, arguments with names may lie in one map, and each entry gets an instance of its own. */
  readonly hasMessages?: true;
  /** The functions of the target that a file may call like methods of the name. */
  readonly extensions?: (file: string, name: string) => readonly ExtensionForm[];
  /** Each file is run by itself, with no variables of the others but those of files that it includes. */
  readonly hasScripts?: true;
  /** The files that an inclusion in a file may mean, by the text of their path. */
  readonly included?: (file: string, path: string) => readonly ModuleForm[];
  /** Programs of the language write to memory by pointers: what is known of its blocks is followed, too. */
  readonly hasMemory?: true;
  /** Whether one file alone of the target declares what a module names. */
  readonly isOnly?: (file: string, module: string) => boolean;
  /** What a number or a truth is declared to be it is, and no text. */
  readonly holdsTypes?: true;
  /** Values are held to types: methods of one name are told apart by what they get, and types have members. */
  readonly hasTypes?: true;
  /** Functions of the target that are called like methods of their first argument, by name. */
  readonly byFirstArgument?: ReadonlyMap<string, readonly FunctionForm[]>;
  /** Whether a file is a test or an example. */
  readonly isTrial?: (file: string) => boolean;
  /** The template that a call names by which others are rendered. */
  readonly templateOf?: (name: string) => ModuleForm | undefined;
  /** Functions are objects: the target puts fields into them, and into what `new` makes of them. */
  readonly hasFunctionObjects?: true;
  /** The modules that packages export, which others install. */
  readonly entries?: readonly ModuleForm[];
  /** What a file of settings holds, by the end of its path. */
  readonly settingsOf?: (path: string) => ReadonlyMap<string, string> | undefined;
}
