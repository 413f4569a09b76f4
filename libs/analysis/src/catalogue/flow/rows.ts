import type { Severity } from '@assay/kernel';

/** The weaknesses that arise when input from outside reaches a sink. They are the rules of flow tools. */
export const FLOW_WEAKNESSES = [
  'sql-injection',
  'nosql-injection',
  'command-injection',
  'code-injection',
  'path-traversal',
  'cross-site-scripting',
  'open-redirect',
  'request-forgery',
  'template-injection',
  'unsafe-deserialization',
  'xml-external-entities',
  'ldap-injection',
  'xpath-injection',
  'header-injection',
  'regular-expression-injection',
  'file-inclusion',
  'unrestricted-upload',
  'trust-boundary',
  'predictable-secret',
  'cross-origin-access',
  'error-exposure',
  'unsafe-reflection',
  'webview-address',
  'intent-redirection',
  'format-string',
  'library-injection',
  'allocation-size',
  'stack-buffer-overflow',
  'heap-buffer-overflow',
  'buffer-overflow',
  'out-of-bounds-read',
  'integer-overflow',
  'signed-size',
  'signed-index',
  'division-by-zero',
  'prototype-pollution',
  'mass-assignment',
  'token-unverified',
  'slow-pattern',
  'number-overflow',
  'number-underflow',
  'truncated-number',
  'loop-bound',
  'name-lookup',
] as const;

export type FlowWeakness = (typeof FLOW_WEAKNESSES)[number];

/** Weaknesses of a number or a length of a text that was not compared with the size of the target. */
const UNCHECKED_SIZES = ['allocation-size', 'stack-buffer-overflow', 'heap-buffer-overflow', 'buffer-overflow', 'out-of-bounds-read', 'number-overflow', 'truncated-number', 'loop-bound'] as const satisfies readonly FlowWeakness[];

/** All weaknesses that numbers from outside cause. */
export const SIZE_WEAKNESSES: readonly FlowWeakness[] = [...UNCHECKED_SIZES, 'integer-overflow', 'signed-size', 'signed-index', 'division-by-zero', 'number-underflow'];

/**
 * Groups of weaknesses that need not be told apart: no language has sinks for both, or a check that rules out one rules
 * out the others, too.
 */
export const NEVER_TOGETHER = [UNCHECKED_SIZES, ['signed-size', 'signed-index', 'intent-redirection'], ['division-by-zero', 'number-underflow'], ['format-string', 'slow-pattern'], ['prototype-pollution', 'unrestricted-upload'], ['mass-assignment', 'name-lookup']] as const satisfies readonly (readonly FlowWeakness[])[];

/** Faulty uses of memory, judged on every path to a place. They are the rules of the tools for C. */
export const MEMORY_WEAKNESSES = [
  'use-after-free',
  'double-free',
  'invalid-free',
  'mismatched-release',
  'null-dereference',
  'unchecked-allocation',
  'buffer-underwrite',
  'buffer-underread',
  'shifted-free',
  'checked-after-use',
  'unchecked-result',
  'uninitialised-use',
  'memory-leak',
  'resource-leak',
  'stack-address',
  'unended-text',
  'scaled-twice',
  'shift-too-far',
  'unordered-changes',
  'function-as-condition',
  'fixed-address',
  'cast-to-struct',
  'missing-break',
  'endless-loop',
  'wrong-check',
  'unchecked-input',
  'assertion-on-input',
  'type-confusion',
  'use-after-close',
  'lost-handle',
  'lock-kept',
] as const;

export type MemoryWeakness = (typeof MEMORY_WEAKNESSES)[number];

/**
 * Weaknesses of a call by itself, whatever the input: the constants among its arguments show them. Also rules of flow
 * tools.
 */
const SETTING_WEAKNESSES = [
  'weak-cipher',
  'weak-hash',
  'cookie-without-secure',
  'cookie-open-to-scripts',
  'short-key',
  'constant-iv',
  'constant-salt',
  'few-iterations',
  'hard-coded-key',
  'hard-coded-password',
  'constant-seed',
  'predictable-seed',
  'certificate-unchecked',
  'host-name-unchecked',
  'old-tls',
  'token-unverified',
  'any-origin',
  'external-entities',
  'shared-temporary-file',
  'writable-by-all',
  'debug-switch',
  'error-shown',
  'weak-content-policy',
  'escaping-off',
  'forgery-unchecked',
  'mass-assignment',
  'webview-file-access',
  'webview-scripts',
  'readable-by-all',
  'mixed-content',
  'pending-intent-open',
] as const;

export type SettingWeakness = (typeof SETTING_WEAKNESSES)[number];

/** The condition of an argument under which a call is weak. */
export interface SettingCondition {
  /** The position from 0 and the name of the judged argument. Default: the first one. */
  readonly argument?: readonly (number | string)[];
  /**
   * The field of the argument that is judged instead, as a setter or a literal has set it: `secure`, `cookie.secure`.
   */
  readonly field?: string;
  /** The elements of the list are judged, not the list. */
  readonly elements?: true;
  /**
   * The return value of the function is judged, not the function. Only with `fixed` may the function do anything else.
   */
  readonly answer?: true;
  /** Weak strings, as a regular expression that ignores case. */
  readonly matches?: string;
  /** Beginnings of weak strings, as a regular expression that ignores case. */
  readonly begins?: string;
  /** Weak constants. */
  readonly is?: readonly (string | number | boolean | null)[];
  /** Names of weak constants. */
  readonly flags?: readonly Path[];
  /** Numbers below it are weak. */
  readonly below?: number;
  /** Numbers with one of these bits are weak: permissions for everybody. */
  readonly bits?: number;
  /** Any constant is weak, and anything made of constants. */
  readonly fixed?: true;
  /** Constants that are not weak although they are `fixed`, as a regular expression that ignores case. */
  readonly unless?: string;
  /** A number does not count as such a constant: it is a length. */
  readonly noNumber?: true;
  /** A missing value is weak too. */
  readonly orMissing?: true;
}

/** A call that is judged by a constant argument. Nothing is reported if the constant is unknown. */
export interface SettingRow extends SettingCondition {
  readonly call: Path;
  /** `call` names a field, not a call. The value assigned to it is judged. */
  readonly isAssignment?: true;
  readonly weakness: SettingWeakness;
  /** The call is weak only if these conditions hold too. */
  readonly and?: readonly SettingCondition[];
  /** The call is weak only with the constant of this name among its arguments: an option. */
  readonly onlyWithFlag?: Path;
  /**
   * The call is weak only if these fields of the method's receiver were set to weak values or, if `orMissing`, never
   * set.
   */
  readonly where?: readonly (Omit<SettingCondition, 'argument' | 'field'> & { readonly field: string })[];
  /** The severity, if it differs from the rule's. */
  readonly severity?: Severity;
  /** The call is weak with every argument. */
  readonly always?: true;
  /** A keyword argument that makes the call harmless if it is false. */
  readonly unlessFalse?: string;
  /**
   * Positions or names of arguments that may hold all settings at once. If one is given, no setting counts as missing.
   */
  readonly unlessGiven?: readonly (number | string)[];
  /** The position of an argument that makes the call harmless if it is null. */
  readonly unlessNull?: number;
  /** The call is harmless if the target imports one of these packages. */
  readonly unlessImports?: readonly string[];
}

/**
 * An input path: names joined by dots, as the file imports them. `flask.request.args` covers `from flask import
 * request` with `request.args`. `express()` is the return value of a call. `*.query` is the method `query` of any
 * object.
 */
export type Path = string;

export interface SinkRow {
  /** The call, or with `assign` the field that is set. */
  readonly call?: Path;
  readonly assign?: Path;
  /** The return value of a function with such a decorator reaches the sink. */
  readonly returnOf?: Path;
  readonly weakness: FlowWeakness;
  /** Positions from 0, and names of keyword arguments. Default: the first one. */
  readonly arguments?: readonly (number | string)[];
  /** The method's receiver is judged, and no argument. */
  readonly receiver?: true;
  /**
   * The kind of argument that is dangerous. With `sql-text`, the argument must be SQL for the call to be one of a
   * database.
   */
  readonly only?:
    | 'sql-text'
    | 'text'
    | 'object'
    | 'shell-text'
    | 'location'
    | 'redirect-view'
    | 'address'
    | 'address-text'
    | 'file'
    | 'allowed-origin'
    | 'sql-part'
    | 'sql-composed'
    | 'whole'
    | 'cypher'
    | 'query-text'
    | 'markup'
    | 'whole-body'
    | 'callable'
    | 'shell-list'
    | 'path-text'
    | 'callable-name'
    | 'inline-template'
    | 'shell-behind'
    | 'piped'
    | 'xpath'
    | 'file-object'
    | 'ldap-name'
    | 'view-name'
    | 'response-head'
    | 'entity'
    | 'page-text'
    | 'command';
  /** A keyword argument, or a field of the last argument, that must be true for the call to be dangerous. */
  readonly onlyWith?: string;
  /**
   * A keyword argument, a field of an argument, or the position of an argument, that makes the call safe: a root that
   * the path stays below.
   */
  readonly unlessWith?: string | readonly (string | number)[];
  /** The target must import one of these packages, because the call's name alone is ambiguous. */
  readonly imports?: readonly string[];
  /** The call is harmless if the target imports one of these packages. */
  readonly unlessImports?: readonly string[];
  /** An argument with one of these paths makes the call safe: a safe loader. */
  readonly unless?: readonly string[];
  /** An argument with one of these paths makes the call dangerous: a flag. */
  readonly onlyWithFlag?: readonly string[];
  /** The required value of one of the first two arguments, in lower case: the name of a header, a shell. */
  readonly onlyWithFirst?: string | readonly string[];
  /** The required value of the second argument: the option with which a program runs a text as code. */
  readonly onlyWithSecond?: readonly string[];
  /** Data from a database is dangerous here too. */
  readonly takesStored?: true;
  /** The argument becomes a part of a command, even if it is passed unchanged. */
  readonly isPart?: true;
  /** The argument names a program that runs without a shell, or a file of code: a package may let its caller choose one. */
  readonly isProgram?: true;
  /** A package may offer the call as a macro of a class: the author of the class gives the argument. */
  readonly isMacro?: true;
  /** A keyword argument, or a field of an argument, that makes the call safe if it is false. */
  readonly unlessFalse?: string;
  /** A keyword argument that must hold such a text for the call to be dangerous. */
  readonly onlyWithText?: { readonly name: string; readonly matches: string };
  /** A keyword argument that must be false for the call to be dangerous. */
  readonly onlyFalse?: string;
  /**
   * Calls that make this call harmless if the same file has one of them, before or after: code that reads a token and
   * verifies it too.
   */
  readonly unlessCalled?: readonly Path[];
  /** The call is dangerous only if the same file has one of these calls, before or after: one that switches checks off. */
  readonly onlyCalled?: readonly Path[];
  /** The field of the argument that is judged instead of the argument. */
  readonly field?: string;
  /** The fields that are judged where the argument is an object of the program: an address among other options. */
  readonly fieldsOfObject?: readonly string[];
  /** The call is harmless if its first argument is an object that the code created. */
  readonly unlessMade?: true;
  /** Only input with this label is dangerous here. */
  readonly onlyLabel?: string;
  /** The method's receiver is a record: a map that the code has made has a method of the same name. */
  readonly ofRecord?: true;
  /** Why a finding at the call is for a reader to judge, whatever the input: it is of medium severity then. */
  readonly reservation?: string;
  /** The call asks for metadata of a file, and neither reads nor writes it. */
  readonly isLook?: true;
  /**
   * Positions or names of the argument with the content type of the response, or with all of its headers: nothing in
   * plain text or JSON is markup.
   */
  readonly typedBy?: readonly (number | string)[];
}

export interface SanitizerRow {
  readonly call: Path;
  /** The call sanitizes only with one of these flags. */
  readonly with?: readonly Path[];
  /** The call escapes quotes, which protects an SQL statement only if the value is between quotes. */
  readonly inQuotes?: true;
  /** The call escapes no quotes: markup stays out of the text of an element, and not out of an attribute or a script. */
  readonly inElements?: true;
  /** `all`: the result is harmless everywhere, as a number, a digest or a member of a list is. */
  readonly safeFor: readonly FlowWeakness[] | 'all';
}

/** A call of C that writes input from outside to the target of a pointer argument. */
export interface FillRow {
  readonly call: Path;
  readonly label: string;
  /** The position of the pointer. Default: the first one. */
  readonly argument?: number;
  /** The positions of the numbers whose product limits the bytes written; absent without a limit. */
  readonly limit?: readonly number[];
  /** The position of a format of `scanf`; the arguments after it are filled. */
  readonly format?: number;
  /** The position of the text that is read, if it is not input by itself. */
  readonly from?: number;
  /** The call returns the pointer. */
  readonly returnsTarget?: true;
}

/** A call of C that copies from some of its arguments to the target of another one. */
export interface CopyRow {
  readonly call: Path;
  readonly to: number;
  readonly from: readonly number[];
  /** The position of the maximum number of bytes to write. */
  readonly limit?: number;
  /** The limit is the size of the source, not of the target. */
  readonly isLimitOfSource?: true;
  /** The copy is appended to the present content. */
  readonly appends?: true;
  /** The copy has no terminator. */
  readonly isBytes?: true;
  /** As many bytes are read as the limit says, whatever they are. */
  readonly readsAll?: true;
  /** The position of a format of `printf`. */
  readonly format?: number;
  /** The call fills the target with one repeated value. */
  readonly isSet?: true;
  /** The call returns the number of bytes written, not the pointer. */
  readonly returnsCount?: true;
}

/** One framework or library of a language: its sources, sinks and sanitizers. */
export interface FlowRows {
  /** Sources of input, each with a label in words: "the query of the request". */
  readonly sources?: Readonly<Record<Path, string>>;
  /** Sources that are something else in some files, by a regular expression of their paths, and what they are there. */
  readonly otherwise?: readonly { readonly path: Path; readonly files: string; readonly label: string }[];
  /** Sources that only other apps bring: a component that none of them may start gets them from the program itself. */
  readonly ofOtherApps?: readonly Path[];
  /** Fields of a source that the server sets, as a regular expression of their whole names: no client sends them. */
  readonly setByServer?: Readonly<Record<Path, string>>;
  /** Weaknesses that no value of a type can cause. */
  readonly harmlessTypes?: Readonly<Record<Path, readonly FlowWeakness[]>>;
  /** Sources that are always strings. Others may be objects that a parser made. */
  readonly texts?: readonly Path[];
  /** Weaknesses that a source cannot cause: a header that browsers set themselves redirects nobody. */
  readonly harmless?: readonly { readonly paths: readonly Path[]; readonly weaknesses: readonly FlowWeakness[] }[];
  /**
   * Fields of a labelled value that get another label, because they are not encoded as the whole is; without a label,
   * the server makes them.
   */
  readonly derived?: readonly {
    readonly field: string;
    readonly of: string;
    readonly label?: string;
    /** The field is all of the value: what the value cannot cause, the field cannot cause either. */
    readonly isWhole?: true;
  }[];
  /** Another path of the same object: the result of a constructor, a second export of a module. */
  readonly aliases?: Readonly<Record<Path, Path>>;
  /** Functions among a call's arguments that the framework calls, with the meaning of their parameters. */
  readonly handlers?: readonly {
    readonly call: Path;
    readonly parameters: readonly Path[];
    /** The event that the first argument must name. */
    readonly event?: string;
    /** The target must import one of these packages, because the call's name alone is ambiguous. */
    readonly imports?: readonly string[];
    /** Parameters without a type of their own come from outside. */
    readonly label?: string;
    /** The objects that the framework passes to a lambda without types, in a language with types. */
    readonly implicit?: readonly Path[];
    /** The results of the functions are sent as pages. */
    readonly answersPages?: true;
    /** Fields of an argument in which the functions may lie: `subscribe({ next: … })`. */
    readonly fields?: readonly string[];
    /** The arguments are objects, or names of classes, whose public methods clients call from elsewhere. */
    readonly ofObjects?: true;
  }[];
  /**
   * Methods that the framework calls with parts of the path: public methods of these classes, or methods with the
   * attribute.
   */
  readonly controllers?: readonly {
    readonly base?: Path;
    /** The end of the name of a base class outside the target. */
    readonly ending?: string;
    /** Attributes of methods that only the program itself calls. */
    readonly unless?: readonly Path[];
    readonly attribute?: Path;
    readonly label: string;
    /** Types of parameters from outside, in addition to strings and parameters without a type. */
    readonly types?: readonly Path[];
    /** The methods that the framework calls; absent: all. */
    readonly methods?: readonly string[];
    /** Weaknesses that the parameters cannot cause: what stands behind a slash names no other server. */
    readonly harmless?: readonly FlowWeakness[];
  }[];
  /** Functions that the framework calls because of a decorator. Parameters without a type of their own come from outside. */
  readonly decorated?: readonly { readonly decorator: Path; readonly label: string }[];
  /**
   * Methods that a framework calls because of a decorator, and whose parameters without a decorator of their own it
   * fills from the request: texts, and objects that only hold values.
   */
  readonly binding?: readonly { readonly decorator: Path; readonly label: string }[];
  /** A parameter with such a decorator comes from outside. */
  readonly decoratedParameters?: Readonly<Record<Path, string>>;
  /** The meaning of a function's first parameters by their names, if the target imports the package. */
  readonly conventions?: readonly {
    /** Absent where the names alone tell, because the platform calls the function and nothing is imported. */
    readonly imports?: string;
    /** The name that the function must have, as a regular expression. */
    readonly of?: string;
    /** The path that the function's file must have, as a regular expression: the framework finds routes by their files. */
    readonly files?: string;
    /** A parameter that is taken apart has the name ''. */
    readonly names: readonly (readonly string[])[];
    readonly parameters: readonly Path[];
  }[];
  /**
   * Calls that test a text by a regular expression: each is the receiver, or the argument at a position. A text from
   * outside must not meet one that takes exponential time.
   */
  readonly patternTests?: readonly {
    readonly call: Path;
    readonly pattern: 'receiver' | number;
    readonly text: 'receiver' | number;
    /** The expression may be written as a text. */
    readonly isText?: true;
  }[];
  /** Methods that return data from a database, if the target imports one of the packages. */
  readonly lookups?: { readonly methods: readonly string[]; readonly imports: readonly string[] };
  /**
   * Methods without arguments that tell of an uploaded file only what the server has chosen or found out itself. A text
   * has no methods: a part of the input that is asked for one of these is such a file.
   */
  readonly ofUploads?: readonly string[];
  /** Calls that hash their argument. A client that knows the argument knows the digest. */
  readonly digests?: readonly Path[];
  /** Calls that render the template named by their first argument, with the fields of the second one as variables. */
  readonly renders?: readonly Path[];
  /** Calls that set the content type of the response: nothing in plain text or JSON is markup. */
  readonly responseTypes?: readonly {
    /** A call, or a field that is assigned. */
    readonly call: Path;
    readonly argument: number;
    /** The beginning of the argument, in lower case, if it is a whole header. */
    readonly prefix?: string;
    /** The required first argument, in lower case. */
    readonly onlyWithFirst?: string;
  }[];
  /** Types of objects that may do harm in any hands: what a call outside of the target does with one is not known. */
  readonly givenAway?: readonly { readonly type: Path; readonly weakness: FlowWeakness }[];
  /** Calls that never return: they end the program, or throw. */
  readonly ends?: readonly Path[];
  readonly sinks?: readonly SinkRow[];
  readonly sanitizers?: readonly SanitizerRow[];
  readonly settings?: readonly SettingRow[];
  readonly fills?: readonly FillRow[];
  readonly copies?: readonly CopyRow[];
  /** Severities of input from the user who runs the program, which is no attack in itself. */
  readonly milder?: readonly { readonly labels: readonly string[]; readonly severities: Partial<Readonly<Record<FlowWeakness, Severity>>> }[];
  /** The weaknesses of memory that are judged in this language, each a rule of its tool. */
  readonly memory?: readonly MemoryWeakness[];
  /**
   * Calls that create an object with setters, each setter with the field that it sets. In a field, `()` is the call's
   * first argument, and `[]` a field that the setter's first argument names.
   * A property in a literal of the type sets the field of its name.
   */
  readonly setters?: Readonly<Record<Path, Readonly<Record<string, string>>>>;
}

/** The weaknesses that predictable numbers cannot cause, because they come from the program itself. */
export const ALL_BUT_PREDICTABLE: readonly FlowWeakness[] = FLOW_WEAKNESSES.filter((name) => name !== 'predictable-secret');
/** The label of numbers from a generator for simulations. */
export const PREDICTABLE = 'predictable random number';
/** The weaknesses that the text of an error cannot cause. */
export const ALL_BUT_EXPOSURE: readonly FlowWeakness[] = FLOW_WEAKNESSES.filter((name) => name !== 'error-exposure');
/** The label of an error's stack trace. */
export const ERROR_STACK = 'stack of an error';
/** The label of what an error says that the platform or a library has made. */
export const ERROR_MESSAGE = 'message of an error';
/** The label of data from a database, where others may have stored it. */
export const STORED = 'row of a database';
/** The label of what a page gets from its server, where others may have stored it. */
export const ANSWER = 'answer of the server';
/** The label of what a page reads in the token of its user. */
export const TOKEN = 'content of the token';
/** Labels of data that others may have stored. */
export const KEPT_DATA: ReadonlySet<string> = new Set([STORED, ANSWER, TOKEN]);
/** The label of parameters of a published package's exported functions. */
export const EXPORTED = 'parameter of an exported function';
/**
 * The weaknesses that a package's caller must not cause. Opening any file and requesting any address may be the
 * package's purpose.
 */
export const HARMFUL_IN_PACKAGES: readonly FlowWeakness[] = ['command-injection', 'code-injection', 'prototype-pollution'];
/** The path of an assignment to an object and a field that are both found by unknown names. */
export const FOUND_FIELD: Path = '[][]';
/** The label of an intent that the sender put into another intent. */
export const ENCLOSED_INTENT = 'intent within the intent';
/** The label of the parameters of a request as a map of which nothing was left out. */
export const UNFILTERED = 'unfiltered map of parameters of the request';
/** Weaknesses that only some kinds of input can cause, with their labels. */
export const OWN_LABELS: Partial<Readonly<Record<FlowWeakness, readonly string[]>>> = { 'predictable-secret': [PREDICTABLE], 'error-exposure': [ERROR_STACK, ERROR_MESSAGE], 'intent-redirection': [ENCLOSED_INTENT] };

/** The part of a tool's `settings` that the flow engine reads. */
export interface FlowSettings {
  readonly language: 'c' | 'csharp' | 'go' | 'java' | 'javascript' | 'kotlin' | 'php' | 'python' | 'ruby';
  readonly rows: readonly FlowRows[];
}
