import type { ExtensionForm, FunctionForm, ModuleForm, Place } from '../ir';
import type { Effect } from './effect';
import type { Iterators } from './iterators';
import type { Run } from './run';
import type { Value } from './values';

/** The rules by which a language resolves imports, and how its programs differ from those of other languages. */
export interface LanguageOfTarget {
  /** The module that an import in a file names; undefined if the target has none. */
  readonly resolve: (file: string, module: string) => ModuleForm | undefined;
  /** The path by which rows know a module outside of the target, or a name of it. */
  readonly pathOf: (module: string, name: string | undefined) => string;
  /** The name under which a class has a method that is called on it, if instances have another one of that name. */
  readonly classMethod?: (name: string) => string;
  /** The language's own methods, if they differ from those of the others. */
  readonly methods?: Readonly<Record<string, Effect>>;
  readonly functions?: Readonly<Record<string, Effect>>;
  /** Properties of the language's own collections: `map.entries`. */
  readonly properties?: Readonly<Record<string, Effect>>;
  /** A field that a framework fills in the objects of a class of the target. */
  readonly filledField?: (run: Run, value: Value, name: string, at: Place) => Value | undefined;
  /** Properties of what holds one object, which counts as that object: `task.Result`. */
  readonly unwraps?: ReadonlySet<string>;
  /** The methods of an object that `object[key]` and `object[key] = value` call. */
  readonly indexers?: { readonly get: string; readonly set: string };
  /** The method that gives the text of an object where it stands in a text. */
  readonly describes?: string;
  /** How a loop goes through an object. */
  readonly iterators?: Iterators;
  /** Fields are read by calls, named arguments may lie in one map, and each entry gets an instance of its own. */
  readonly hasMessages?: true;
  /** The functions of the target that a file may call under a name like methods. */
  readonly extensions?: (file: string, name: string) => readonly ExtensionForm[];
  /** Each file is run by itself, and sees no variables except its own and those of the files that it includes. */
  readonly hasScripts?: true;
  /** The files that an inclusion in a file may mean, by the text of its path. */
  readonly included?: (file: string, path: string) => readonly ModuleForm[];
  /** Programs of the language write to memory by pointers, so the blocks of memory are followed, too. */
  readonly hasMemory?: true;
  /** Whether only one file of the target declares what a module names. */
  readonly isOnly?: (file: string, module: string) => boolean;
  /** A variable declared as a number or boolean holds one, and no text. */
  readonly holdsTypes?: true;
  /** A field and a method of one object may have the same name. */
  readonly tellsMethods?: true;
  /** Methods of one name are distinguished by their parameters. */
  readonly hasOverloads?: true;
  /** Values are held to types, and types have members. */
  readonly hasTypes?: true;
  /** An object has the fields and methods of those that it embeds, also of types outside of the target. */
  readonly embeds?: true;
  /** Functions of the target that are called like methods of their first argument, by name. */
  readonly byFirstArgument?: ReadonlyMap<string, readonly FunctionForm[]>;
  /** Whether a file is a test or an example. */
  readonly isTrial?: (file: string) => boolean;
  /** Functions that a framework calls for administrators alone, as the files of its routes say. */
  readonly forAdministrators?: ReadonlySet<FunctionForm>;
  /** Files whose code gets intents from the program alone. */
  readonly ofOwnComponents?: ReadonlySet<string>;
  /** The template that a call names, such as a call that renders it. */
  readonly templateOf?: (name: string) => ModuleForm | undefined;
  /** A loop over a map goes through its keys. */
  readonly iteratesKeys?: true;
  /** Functions are objects: the target sets fields on them, and on the objects that `new` makes of them. */
  readonly hasFunctionObjects?: true;
  /** The paths of objects outside of the target that hold what it puts into their fields. Its classes do so, too. */
  readonly holders?: ReadonlySet<string>;
  /** The modules that published packages export. */
  readonly entries?: readonly ModuleForm[];
  /** Whether other programs install a file as part of a package, and call its public methods. */
  readonly isPublished?: (file: string) => boolean;
  /** A module that a function has imported is run again by itself. */
  readonly importsLate?: true;
  /** `%` fills a text, and `/` joins parts of a path. */
  readonly hasTextOperators?: true;
  /** The entries of a settings file, by the end of its path. */
  readonly settingsOf?: (path: string) => ReadonlyMap<string, string> | undefined;
}
