/**
 * The intermediate form that every language is lowered to. It is a tree of structured statements. Lowering resolves
 * names: a variable has one id in the whole target, and readers of the form need no scopes.
 */

import type { PackedPlace } from '../kit/parsers/tree-node';

export { columnOf, lineOf, placeOf } from '../kit/parsers/tree-node';

/** The file is that of the function around. */
export type Place = PackedPlace;

/** Unique in the target. */
export type VariableId = string;

export type Constant = string | number | boolean | null;

export type Expression =
  | { readonly kind: 'literal'; readonly value: Constant; readonly at: Place }
  /** `of`: the call whose result it holds. A condition on the result also tells about the arguments. */
  | { readonly kind: 'variable'; readonly id: VariableId; readonly of?: Expression; readonly at: Place }
  /** A name that the file does not declare: a global of the language. */
  | {
      readonly kind: 'global';
      readonly name: string;
      /** It is the variable of an error handler, which catches errors of these types; without one, of all. */
      readonly caught?: readonly string[];
      readonly at: Place;
    }
  /**
   * The value that an import binds: a module, or one name of it. Names that the module gets by nesting are joined by
   * dots.
   */
  | {
      readonly kind: 'import';
      readonly module: string;
      readonly name?: string;
      /** The other meaning of the name if the target has no such module: a member that a class inherits. */
      readonly otherwise?: Expression;
      readonly at: Place;
    }
  | {
      readonly kind: 'field';
      readonly object: Expression;
      readonly name: string;
      /** The meaning of the name if the object is not known to have it: the source does not write the object. */
      readonly otherwise?: Expression;
      /** The classes in which a method is looked for instead of that of the object: `super.name()`. */
      readonly from?: readonly Expression[];
      /** The object is a pointer that is followed: `p->name`. */
      readonly isFollowed?: true;
      /** Its address is taken, and the field is not read: `&p->name`. */
      readonly isAddress?: true;
      readonly at: Place;
    }
  /** A name without a receiver: a method of `self` if it has one, otherwise a function that is known everywhere. */
  | {
      readonly kind: 'own';
      readonly self?: Expression;
      /** The classes in which the method is looked for instead of that of `self`: `super`. */
      readonly from?: readonly Expression[];
      readonly name: string;
      readonly at: Place;
    }
  | { readonly kind: 'index'; readonly object: Expression; readonly key: Expression; readonly at: Place }
  | {
      readonly kind: 'call';
      readonly callee: Expression;
      readonly args: readonly Argument[];
      readonly isNew?: true;
      /** It looks like a field, and most often is one: a condition about it holds where it is read again. */
      readonly isRead?: true;
      /** `Type::name`: a method of an instance is called on the first argument. */
      readonly isReference?: true;
      readonly at: Place;
    }
  /** Arithmetic, comparison and logic that does not choose between values. `+` may also join texts. */
  | {
      readonly kind: 'operation';
      readonly operator: string;
      readonly operands: readonly Expression[];
      /** The operands are pointers of C, and what they lead to is compared. */
      readonly isOfTexts?: true;
      /** The number of C that it makes, where that is known: in bytes. */
      readonly makes?: { readonly size: number; readonly isUnsigned: boolean };
      readonly at: Place;
    }
  /** Texts joined to one: a template string, an f-string. */
  | { readonly kind: 'text'; readonly parts: readonly Expression[]; readonly at: Place }
  | { readonly kind: 'list'; readonly items: readonly ListItem[]; readonly at: Place }
  | { readonly kind: 'map'; readonly entries: readonly MapEntry[]; readonly at: Place }
  /** `condition ? then : otherwise`. `a || b` is a choice without a condition. */
  | {
      readonly kind: 'choice';
      readonly condition?: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly at: Place;
    }
  /** A value with a declared type. */
  | {
      readonly kind: 'typed';
      readonly value: Expression;
      readonly type: Expression;
      /** The language enforces the type, and no text fits into it. */
      readonly isHeld?: true;
      readonly at: Place;
    }
  | { readonly kind: 'function'; readonly function: FunctionForm; readonly at: Place }
  | { readonly kind: 'class'; readonly class: ClassForm; readonly at: Place }
  | { readonly kind: 'assign'; readonly target: Target; readonly value: Expression; readonly at: Place }
  /** Statements that run before a value is known: a branch of a choice, the body of a function that runs at once. */
  | {
      readonly kind: 'block';
      readonly statements: readonly Statement[];
      readonly value: Expression;
      readonly at: Place;
    }
  /** Evaluated one after another; its value is that of the last one. */
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[]; readonly at: Place }
  /** An expression that the form does not know. Its value carries the taints of its parts. */
  | {
      readonly kind: 'unknown';
      readonly parts: readonly Expression[];
      /** The condition of the preprocessor that it stands for: the same one has the same answer everywhere. */
      readonly compiled?: string;
      readonly at: Place;
    };

export interface Argument {
  readonly value: Expression;
  /** The name of a keyword argument. */
  readonly name?: string;
  /** Whether the value's elements are the arguments: `...rest`, `*args`, `**options`. */
  readonly isSpread?: true;
  /** `out` and `ref`: the place that gets the final value of the function's parameter. */
  readonly sets?: Target;
  /** The same for a call that does not say so itself: the place gets the value if the parameter is filled. */
  readonly fills?: Target;
}

export interface ListItem {
  readonly value: Expression;
  readonly isSpread?: true;
  /** It is added to the elements of another list: `append(list, value)`. */
  readonly isPut?: true;
}

export interface MapEntry {
  /** Undefined if the entries of another map are copied. */
  readonly key?: Expression;
  readonly value: Expression;
}

export type Target =
  | { readonly kind: 'variable'; readonly id: VariableId }
  | { readonly kind: 'field'; readonly object: Expression; readonly name: string; readonly isFollowed?: true }
  | { readonly kind: 'index'; readonly object: Expression; readonly key: Expression }
  /** Destructuring by position. */
  | { readonly kind: 'list'; readonly targets: readonly (Target | undefined)[] }
  /** Destructuring by name; the entry without a name gets the rest. */
  | { readonly kind: 'map'; readonly entries: readonly { readonly name?: string; readonly target: Target }[] }
  /** Destructuring with a value for what is missing: `{ name = 'nobody' }`. */
  | { readonly kind: 'optional'; readonly target: Target; readonly fallback: Expression };

export type Statement =
  | { readonly kind: 'evaluate'; readonly expression: Expression }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      /**
       * The statements run if the first half of a condition lets the other half run; the condition is evaluated again
       * after them.
       */
      readonly isWithinCondition?: true;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'loop';
      /** Gets each element of `over`. */
      readonly target?: Target;
      readonly over?: Expression;
      /** Whether the target gets keys instead of elements: `for (k in o)`. */
      readonly byKey?: true;
      readonly condition?: Expression;
      readonly body: readonly Statement[];
      readonly step?: Expression;
    }
  | { readonly kind: 'switch'; readonly subject: Expression; readonly cases: readonly SwitchCase[] }
  | {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly (readonly Statement[])[];
      readonly last: readonly Statement[];
    }
  /** `isJump`: it stands for a jump to code that has already run, and the code after that is left out. */
  | { readonly kind: 'return'; readonly value?: Expression; readonly isJump?: true; readonly at: Place }
  | { readonly kind: 'throw'; readonly value?: Expression }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' };

export interface SwitchCase {
  /** Empty for the default. */
  readonly values: readonly Expression[];
  readonly body: readonly Statement[];
  /** Whether the body of the next case follows if this one does not leave. */
  readonly fallsThrough: boolean;
}

/** The name of the argument that is a block of code, and of the parameter that takes it. */
export const BLOCK = '&';

export interface Parameter {
  readonly target: Target;
  /** As it is written; undefined for a pattern. */
  readonly name?: string;
  /** The name under which the statement of a mapper means it. */
  readonly mappedAs?: string;
  /** Its declared type. */
  readonly type?: Expression;
  /** A lambda of a language with types leaves its type out. */
  readonly isImplicit?: true;
  /** The language enforces the type, and no text fits into it. */
  readonly isHeld?: true;
  readonly fallback?: Expression;
  /** The caller of the function gets the parameter's final value. */
  readonly isFilled?: true;
  /** `...rest` and `*args` take the remaining positional arguments, `**options` the remaining named ones. */
  readonly takes?: 'rest' | 'options';
  /** It takes only an argument with its name, never a positional one. */
  readonly isNamed?: true;
  /** `@Body() body`: the expressions after the @. */
  readonly decorators?: readonly Expression[];
  /** Default: the place of the function. */
  readonly at?: Place;
}

export interface FunctionForm {
  /** Unique in the target. */
  readonly id: number;
  readonly file: string;
  /** The name as text: `load`, `User.find`, `anonymous function`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  /** `@app.route("/")`: the expressions after the @. */
  readonly decorators: readonly Expression[];
  /** The variable that holds `this`; Python's is its first parameter. */
  readonly self?: VariableId;
  /** The variable that holds all arguments, if the code reads it: `arguments`. */
  readonly all?: VariableId;
  /** A read of it as a field of its object gets its result. */
  readonly isGetter?: true;
  /** Its declared return type, unless that is one of the language's own. */
  readonly returns?: Expression;
  /** The names that its return type gives to the places of a tuple; a place may have none. */
  readonly places?: readonly (string | undefined)[];
  /** Its declared return type is not a text: a framework sends no markup of it. */
  readonly returnsNoText?: true;
  /** Its result is a number, a date or a truth value, whatever it is made of. */
  readonly returnsNumber?: true;
  /** It is a generator, whose result is a list of all that it yields. */
  readonly yields?: true;
  /** The code after a call of it is never reached: it ends the program. */
  readonly neverReturns?: true;
  /** It stands within another function and reads its variables: its arguments alone do not determine what it does. */
  readonly isInner?: true;
  /** For such a function, if the language tells: the variables of outer functions that it reads. */
  readonly captures?: ReadonlySet<VariableId>;
  /** Some of it could not be parsed, and is missing. */
  readonly isBroken?: true;
  /** A macro: an effect on its parameters is an effect on the arguments. */
  readonly isMacro?: true;
  /**
   * It does nothing but set fields: by the name of a parameter, the statements that do so. Those of a parameter without
   * an argument are not run, as a struct may have hundreds of fields.
   */
  readonly settingFields?: ReadonlyMap<string, readonly Statement[]>;
  /** A method that only its own class calls: no framework calls it. */
  readonly isHidden?: true;
  /** Its attributes, or those of its class, let only administrators call it. */
  readonly isForAdministrators?: true;
  /** The paths of requests for which a framework calls it, as its annotations say. */
  readonly paths?: readonly string[];
  readonly at: Place;
}

export interface ClassForm {
  readonly id: number;
  readonly name: string;
  readonly bases: readonly Expression[];
  /** The modules whose methods are called on the class itself. */
  readonly extended?: readonly Expression[];
  readonly decorators: readonly Expression[];
  readonly methods: readonly {
    readonly name: string;
    readonly function: FunctionForm;
    readonly isStatic: boolean;
    /** In Python: its first parameter is the class that it is called on. */
    readonly takesClass?: true;
  }[];
  /** Assignments in the body of the class, to fields of the class or of each instance. */
  readonly fields: readonly { readonly name: string; readonly value: Expression; readonly isConstant?: true }[];
  /** The members of an enumeration that are made with texts: `AES("AES/GCM/NoPadding")`. */
  readonly members?: readonly { readonly name: string; readonly value: Expression }[];
  readonly at: Place;
}

/** A function that is called like a method of a type that does not declare it. */
export interface ExtensionForm {
  readonly name: string;
  readonly function: FunctionForm;
  /** The simple name of the type; undefined if it is a type parameter of the function. */
  readonly type?: string;
}

/** A method of an interface without a body: a mapper may have a statement for it, in a file beside the code. */
export interface MappedMethod {
  /** `shop.UserMapper.find` */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The body of its function. The statement is put in when all files were read. */
  readonly body: Statement[];
}

/** One file. */
/** A part of the path of a route, such as `{id:[0-9]+}`. */
export interface RoutePart {
  readonly name: string;
  /** Its pattern lets through nothing but letters, digits, `_`, `-` and `.`. */
  readonly isPlain: boolean;
}

export interface ModuleForm {
  readonly file: string;
  /** Its statements outside functions. */
  readonly main: FunctionForm;
  /** Its exports by name; `default` for a whole value. A star export has no name. */
  readonly exports: readonly { readonly name?: string; readonly value: Expression }[];
  /** Every function of the file, the main one and methods left out. */
  readonly functions: readonly FunctionForm[];
  readonly classes: readonly ClassForm[];
  /** Variables that a function sets without declaring them: their values when other functions run are not known. */
  readonly shared: readonly VariableId[];
  /**
   * The values that its literals of types put into a field under a name: a call of the field may mean each of these
   * functions.
   */
  readonly held: readonly { readonly name: string; readonly value: Expression }[];
  /** The modules that it imports, as they are written. */
  readonly imports: readonly string[];
  /** The package of its names, in a language whose files do not determine it by their location. */
  readonly packageName?: string;
  readonly extensions?: readonly ExtensionForm[];
  readonly mapped?: readonly MappedMethod[];
  /** The faults that its text shows by itself, whatever comes in. */
  readonly faults?: readonly { readonly weakness: string; readonly at: Place; readonly says: string }[];
  /** The parts in braces of the texts that may be paths of routes. */
  readonly routeParts?: readonly RoutePart[];
  /** Some of it was left out: it is nested too deeply, or stands where the lowering does not read code of its kind. */
  readonly isCut?: true;
}
