import type { Severity } from '@assay/kernel';

/** What goes wrong when input from outside reaches a place that does not expect it. The rules of flow tools. */
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
] as const;

export type FlowWeakness = (typeof FLOW_WEAKNESSES)[number];

/** What a number or the length of a text causes that was not compared with the most that there is room for. */
const UNCHECKED_SIZES = ['allocation-size', 'stack-buffer-overflow', 'heap-buffer-overflow', 'buffer-overflow', 'out-of-bounds-read'] as const satisfies readonly FlowWeakness[];

/** All that numbers from outside cause. */
export const SIZE_WEAKNESSES: readonly FlowWeakness[] = [...UNCHECKED_SIZES, 'integer-overflow', 'signed-size', 'signed-index', 'division-by-zero'];

/** What no language has sinks for both of, or what rules out the one rules out the other one, too. */
export const NEVER_TOGETHER = [UNCHECKED_SIZES, ['signed-size', 'signed-index', 'intent-redirection'], ['unrestricted-upload', 'token-unverified']] as const satisfies readonly (readonly FlowWeakness[])[];

/** What is wrong with the use of memory on every way that leads to a place. Rules of the tools for C. */
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
] as const;

export type MemoryWeakness = (typeof MEMORY_WEAKNESSES)[number];

/** What is wrong with a call by itself, whatever comes in: the constants that it gets say so. Rules of flow tools, too. */
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

/** What an argument must be for a call to be weak. */
export interface SettingCondition {
  /** The position from 0 and the name of the argument that is judged. Default: the first one. */
  readonly argument?: readonly (number | string)[];
  /** What a setter or a literal has put into the argument is judged, and not the argument: `secure`, `cookie.secure`. */
  readonly field?: string;
  /** The elements of the list are judged, and not the list. */
  readonly elements?: true;
  /** What the function gives back is judged, and not the function: nothing else may happen in it but with `fixed`. */
  readonly answer?: true;
  /** The texts that are weak, as a regular expression that ignores case. */
  readonly matches?: string;
  /** The beginnings of texts that are weak, whatever follows, as a regular expression that ignores case. */
  readonly begins?: string;
  /** The constants that are weak. */
  readonly is?: readonly (string | number | boolean | null)[];
  /** Names of constants that are weak. */
  readonly flags?: readonly Path[];
  /** Numbers below it are weak. */
  readonly below?: number;
  /** Numbers with one of these bits are weak: rights of everybody. */
  readonly bits?: number;
  /** It is weak where it is a constant, or made of constants, whichever ones. */
  readonly fixed?: true;
  /** A number is no such constant: it says how long it is to be. */
  readonly noNumber?: true;
  /** It is weak as well where nobody says what it is to be. */
  readonly orMissing?: true;
}

/** A call that is judged by a constant that it gets. Where the constant is not known, nothing is said. */
export interface SettingRow extends SettingCondition {
  readonly call: Path;
  /** What `call` names is no call but a field, and what it is set to is judged. */
  readonly isAssignment?: true;
  readonly weakness: SettingWeakness;
  /** It is weak only where these are so as well. */
  readonly and?: readonly SettingCondition[];
  /** It is weak only where one of the arguments is the constant of this name: an option. */
  readonly onlyWithFlag?: Path;
  /** It is weak only where the method's receiver was told, or where it says so never told, what each of these is weak with. */
  readonly where?: readonly (Omit<SettingCondition, 'argument' | 'field'> & { readonly field: string })[];
  /** How much it matters where that is not what the rule says. */
  readonly severity?: Severity;
  /** It is weak with every argument. */
  readonly always?: true;
  /** A keyword argument that makes it harmless where it is false. */
  readonly unlessFalse?: string;
  /** Arguments by position or name that hold all settings at once: with one of them nothing is known to be missing. */
  readonly unlessGiven?: readonly (number | string)[];
  /** The position of an argument that makes the call harmless where it is null. */
  readonly unlessNull?: number;
}

/**
 * What an input path is: names joined by dots, as the file imports them. `flask.request.args` is what
 * `from flask import request` and `request.args` lead to. `express()` is what a call gives back. `*.query` is the method
 * `query` of anything.
 */
export type Path = string;

export interface SinkRow {
  /** The call, or with `assign` the field that is set. */
  readonly call?: Path;
  readonly assign?: Path;
  /** A function with such a decorator returns to the sink. */
  readonly returnOf?: Path;
  readonly weakness: FlowWeakness;
  /** Positions from 0, and names of keyword arguments. Default: the first one. */
  readonly arguments?: readonly (number | string)[];
  /** What the method is called on must not come from outside, and no argument is looked at. */
  readonly receiver?: true;
  /** Whether the argument must be text of SQL for the call to be one of a database. */
  readonly only?: 'sql-text' | 'text' | 'object' | 'shell-text' | 'location' | 'redirect-view' | 'address' | 'address-text' | 'file' | 'allowed-origin' | 'sql-part' | 'sql-composed' | 'whole' | 'markup' | 'whole-body' | 'callable';
  /** A keyword argument, or a field of the last argument, that must be true for the call to be dangerous. */
  readonly onlyWith?: string;
  /** A keyword argument, or a field of an argument, that makes the call safe: a root that the path stays below. */
  readonly unlessWith?: string;
  /** Packages of which the target must import one: the call's name says too little by itself. */
  readonly imports?: readonly string[];
  /** Packages of which one makes the call harmless, where the target imports it. */
  readonly unlessImports?: readonly string[];
  /** An argument with one of these paths makes the call safe: a safe loader. */
  readonly unless?: readonly string[];
  /** An argument with one of these paths makes the call dangerous: a flag. */
  readonly onlyWithFlag?: readonly string[];
  /** What one of the first two arguments must be, in small letters: the name of a header, a shell. */
  readonly onlyWithFirst?: string | readonly string[];
  /** What lies in a database is dangerous there, too. */
  readonly takesStored?: true;
  /** The argument is added to a command, even where it is given as it came. */
  readonly isPart?: true;
  /** The argument names a program that runs without a shell: a package may let its caller choose one. */
  readonly isProgram?: true;
  /** A keyword argument, or a field of an argument, that makes the call safe where it is false. */
  readonly unlessFalse?: string;
  /** Calls of which one in the same file makes the call harmless, before or after: whoever reads a token verifies it, too. */
  readonly unlessCalled?: readonly Path[];
  /** What lies in the argument under this name is looked at, and not the argument. */
  readonly field?: string;
  /** The call is harmless where its first argument is an object that the code has made. */
  readonly unlessMade?: true;
  /** It asks what is known of a file, and neither reads nor writes it. */
  readonly isLook?: true;
  /** Positions or names of the argument that names the type of the answer: nothing in plain text or JSON is markup. */
  readonly typedBy?: readonly (number | string)[];
}

export interface SanitizerRow {
  readonly call: Path;
  /** It is one with a flag that has one of these paths alone. */
  readonly with?: readonly Path[];
  /** It escapes quotes: it protects a statement of SQL where the value stands between them. */
  readonly inQuotes?: true;
  /** `all`: nothing dangerous is left of a number, a digest, a member of a list. */
  readonly safeFor: readonly FlowWeakness[] | 'all';
}

/** A call of C that writes what comes in from outside to where an argument leads. */
export interface FillRow {
  readonly call: Path;
  readonly label: string;
  /** The position of the argument. Default: the first one. */
  readonly argument?: number;
  /** The positions of the numbers whose product is the most that is written; missing where there is no limit. */
  readonly limit?: readonly number[];
  /** The position of a format of `scanf`; the arguments after it are filled. */
  readonly format?: number;
  /** The position of the text that is read, where it is not from outside by itself. */
  readonly from?: number;
  /** It gives back the argument. */
  readonly returnsTarget?: true;
}

/** A call of C that writes some of its arguments to where another one leads. */
export interface CopyRow {
  readonly call: Path;
  readonly to: number;
  readonly from: readonly number[];
  /** The position of the number of bytes that are written. */
  readonly limit?: number;
  /** The limit is that of what is read, and not of what there is room for. */
  readonly isLimitOfSource?: true;
  /** What was there stays, and the copy follows it. */
  readonly appends?: true;
  /** No byte ends it. */
  readonly isBytes?: true;
  /** The position of a format of `printf`. */
  readonly format?: number;
  /** One value is written over and over. */
  readonly isSet?: true;
  /** It gives back how much was written, and not where. */
  readonly returnsCount?: true;
}

/** One framework or library of a language: what comes in, what is dangerous, and what makes it safe. */
export interface FlowRows {
  /** What these name comes from outside, with words for it: "the query of the request". */
  readonly sources?: Readonly<Record<Path, string>>;
  /** Sources that are texts, whatever is sent: others may be objects that a parser made. */
  readonly texts?: readonly Path[];
  /** What sources cannot cause: a header that browsers set themselves sends nobody anywhere. */
  readonly harmless?: readonly { readonly paths: readonly Path[]; readonly weaknesses: readonly FlowWeakness[] }[];
  /** What such a field of a thing that carries the one label holds is another one: it is not encoded as the whole is. */
  readonly derived?: readonly { readonly field: string; readonly of: string; readonly label: string }[];
  /** Another name of the same thing: what a constructor gives, what a module exports twice. */
  readonly aliases?: Readonly<Record<Path, Path>>;
  /** Functions that the framework calls: those among the call's arguments, with what their parameters are. */
  readonly handlers?: readonly {
    readonly call: Path;
    readonly parameters: readonly Path[];
    /** The event that the first argument must name. */
    readonly event?: string;
    /** Packages of which the target must import one: the call's name says too little by itself. */
    readonly imports?: readonly string[];
    /** Parameters without a type of their own come from outside. */
    readonly label?: string;
  }[];
  /** Methods that the framework calls with parts of the path: public ones of the classes, or those with the attribute. */
  readonly controllers?: readonly {
    readonly base?: Path;
    /** How the name of a base ends that is not of the target. */
    readonly ending?: string;
    /** Methods with one of these attributes are called by the program alone. */
    readonly unless?: readonly Path[];
    readonly attribute?: Path;
    readonly label: string;
    /** The types whose parameters come from outside beside those without a type, and texts. */
    readonly types?: readonly Path[];
    /** The methods that the framework calls; all where it is absent. */
    readonly methods?: readonly string[];
  }[];
  /** Functions that the framework calls because of a decorator. Parameters without a type of their own come from outside. */
  readonly decorated?: readonly { readonly decorator: Path; readonly label: string }[];
  /** A parameter with such a decorator comes from outside. */
  readonly decoratedParameters?: Readonly<Record<Path, string>>;
  /** What the first parameters of a function mean by their names, where the target imports the package. */
  readonly conventions?: readonly {
    readonly imports: string;
    readonly names: readonly (readonly string[])[];
    readonly parameters: readonly Path[];
  }[];
  /** Methods that give back what lies in a database, where the target imports one of the packages. */
  readonly lookups?: { readonly methods: readonly string[]; readonly imports: readonly string[] };
  /** Calls that digest what they get: who knows that knows the digest. */
  readonly digests?: readonly Path[];
  /** Calls that render the template that their first argument names, with the fields of the second one as names. */
  readonly renders?: readonly Path[];
  /** Calls that set the type of the answer: nothing in plain text or JSON is markup. */
  readonly responseTypes?: readonly {
    /** A call, or a field that is set. */
    readonly call: Path;
    readonly argument: number;
    /** What the argument begins with, in small letters, where it is a whole header. */
    readonly prefix?: string;
    /** What the first argument must be, in small letters. */
    readonly onlyWithFirst?: string;
  }[];
  /** Calls after which nothing follows: they end the program, or throw. */
  readonly ends?: readonly Path[];
  readonly sinks?: readonly SinkRow[];
  readonly sanitizers?: readonly SanitizerRow[];
  readonly settings?: readonly SettingRow[];
  readonly fills?: readonly FillRow[];
  readonly copies?: readonly CopyRow[];
  /** What the one who runs the program gives it is no attack in itself: how much it matters where it gets. */
  readonly milder?: readonly { readonly labels: readonly string[]; readonly severities: Partial<Readonly<Record<FlowWeakness, Severity>>> }[];
  /** The language's memory is judged: these rules are those of a tool for it. */
  readonly memory?: readonly MemoryWeakness[];
  /**
   * Calls whose result keeps what its setters are told, by the fields that they set; `()` is the call's first argument,
   * and `[]` a field that the setter's first argument names.
   * What a literal of the type sets is kept by its name.
   */
  readonly setters?: Readonly<Record<Path, Readonly<Record<string, string>>>>;
}

/** What predictable numbers cannot cause: they come from the program itself. */
export const ALL_BUT_PREDICTABLE: readonly FlowWeakness[] = FLOW_WEAKNESSES.filter((name) => name !== 'predictable-secret');
/** The label of what a generator for simulations makes. */
export const PREDICTABLE = 'predictable random number';
/** What the text of an error cannot cause. */
export const ALL_BUT_EXPOSURE: readonly FlowWeakness[] = FLOW_WEAKNESSES.filter((name) => name !== 'error-exposure');
/** The label of the calls that led to an error. */
export const ERROR_STACK = 'stack of an error';
/** The label of what lies in a database: others may have put it there. */
export const STORED = 'row of a database';
/** The label of what the functions that a published package exports get from whoever calls them. */
export const EXPORTED = 'parameter of an exported function';
/** What a package's caller may not choose: to open any file and to ask any address may be what it is for. */
export const HARMFUL_IN_PACKAGES: readonly FlowWeakness[] = ['command-injection', 'code-injection', 'prototype-pollution'];
/** What is assigned where both the object and its field are found by names that are not known. */
export const FOUND_FIELD: Path = '[][]';
/** The label of an intent that the sender of another one put into it. */
export const ENCLOSED_INTENT = 'intent within the intent';
/** Weaknesses that only input of one kind can cause, with its label. */
export const OWN_LABELS: Partial<Readonly<Record<FlowWeakness, string>>> = { 'predictable-secret': PREDICTABLE, 'error-exposure': ERROR_STACK, 'intent-redirection': ENCLOSED_INTENT };

/** What the flow engine reads of a tool's `settings`. */
export interface FlowSettings {
  readonly language: 'c' | 'csharp' | 'go' | 'java' | 'javascript' | 'kotlin' | 'php' | 'python' | 'ruby';
  readonly rows: readonly FlowRows[];
}
