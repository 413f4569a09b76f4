import {
  type CopyRow,
  FLOW_WEAKNESSES,
  type FillRow,
  type FlowRows,
  type FlowWeakness,
  type Path,
  type SanitizerRow,
  type SettingRow,
  type SinkRow,
  NEVER_TOGETHER,
} from '../../catalogue/flow/rows';

/** Weaknesses that need not be told apart share one bit, because a mask has no more than 31 bits for them. */
const bearerOf = (weakness: FlowWeakness): FlowWeakness =>
  NEVER_TOGETHER.find((group) => group.some((each) => each === weakness))?.[0] ?? weakness;
const DISTINCT = FLOW_WEAKNESSES.filter((weakness) => bearerOf(weakness) === weakness);

export const ALL_WEAKNESSES = 2 ** DISTINCT.length - 1;
const BITS = Object.fromEntries(
  FLOW_WEAKNESSES.map((weakness) => [weakness, 1 << DISTINCT.indexOf(bearerOf(weakness))]),
) as Readonly<Record<FlowWeakness, number>>;
export const bitOf = (weakness: FlowWeakness): number => BITS[weakness];
/** A bit beside those of the weaknesses: the value is safe for SQL only within quotes. */
export const IN_QUOTES = 1 << 31;
/**
 * A name that is not `__proto__`, and one that is not `constructor`: only both together leave nothing that all objects
 * inherit. They share the bits of weaknesses of which only languages with memory have sinks.
 */
export const NO_PROTO = bitOf('integer-overflow');
export const NO_CONSTRUCTOR = bitOf('division-by-zero');
/**
 * An unknown function was asked about it and said yes, or said no. Where both ways meet, neither is left. They share
 * the bits of weaknesses of which only languages with memory have sinks.
 */
export const ASKED_IF_TRUE = bitOf('allocation-size');
export const ASKED_IF_FALSE = bitOf('library-injection');
/** Marks of weaknesses that nothing rules out together but what rules out all. */
const RULED_OUT_AT_ONCE = bitOf('xpath-injection') | bitOf('ldap-injection') | ASKED_IF_TRUE | ASKED_IF_FALSE;
/** Whether an unknown function was asked about an input that is safe from these weaknesses. */
export const isAsked = (safe: number): boolean =>
  (safe & (ASKED_IF_TRUE | ASKED_IF_FALSE)) !== 0 && (safe & RULED_OUT_AT_ONCE) !== RULED_OUT_AT_ONCE;
/**
 * Only the brackets of tags were escaped, or `"` was, too: markup stays out of the text of an element by the first, and
 * out of an attribute by both. They share bits of marks that no language has together with these.
 */
export const IN_ELEMENTS = NO_CONSTRUCTOR;
export const QUOTES_GONE = NO_PROTO;
/** The digest of a predictable number is predictable, too, and an error that is encoded as JSON is still sent. */
export const ALL_SANITIZED = ALL_WEAKNESSES & ~bitOf('predictable-secret') & ~bitOf('error-exposure');
/** The bits of several weaknesses. */
export const bitsOf = (weaknesses: readonly FlowWeakness[]): number =>
  weaknesses.reduce((mask, weakness) => mask | bitOf(weakness), 0);
const maskOf = (weaknesses: readonly FlowWeakness[] | 'all'): number =>
  weaknesses === 'all' ? ALL_SANITIZED : bitsOf(weaknesses);

/** How rows name an element below a collection. */
const ELEMENT = '[]';

/** Begins the path of a method of any receiver. */
const OF_ANYTHING = '*.';

/** How the rows call a source that is a header. */
const HEADER = 'header of the request';

const expressionOf = (text: string | undefined): RegExp | undefined =>
  text === undefined ? undefined : new RegExp(text);

/** A convention whose regular expressions are made once: most functions of a target are asked for theirs. */
type Convention = Omit<NonNullable<FlowRows['conventions']>[number], 'of' | 'files'> & {
  readonly of: RegExp | undefined;
  readonly files: RegExp | undefined;
};

/** `a.b.c`, `a.b` and `a` */
function* beginningsOf(path: Path): Generator<Path> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) yield path.slice(0, end);
}

/** The rows of a language's frameworks, by what the interpreter asks for. */
export class FlowRules {
  readonly sources = new Map<Path, string>();
  /** The weaknesses that a source cannot cause: a text brings no operators along, a header no markup to others. */
  readonly harmless = new Map<Path, number>();
  /** Sources that are something else in some files. */
  readonly otherwise = new Map<Path, { readonly files: RegExp; readonly label: string }>();
  /** Sources that only other apps bring. */
  readonly ofOtherApps = new Set<Path>();
  /** The fields of a source that no client sends. */
  readonly setByServer = new Map<Path, RegExp>();
  /** The weaknesses that no value of a type can cause. */
  readonly harmlessTypes = new Map<Path, number>();
  /** By the field: which label gives which other one there. */
  readonly derived = new Map<string, NonNullable<FlowRows['derived']>[number][]>();
  readonly sinks = new Map<Path, SinkRow[]>();
  readonly assigned = new Map<Path, SinkRow[]>();
  readonly returned = new Map<Path, SinkRow[]>();
  readonly ends = new Set<Path>();
  /** Calls that make others of their file harmless. */
  readonly watched = new Set<Path>();
  readonly sanitizers = new Map<Path, number>();
  /** Sanitizers by the flag that makes them so. */
  readonly flagged = new Map<Path, { readonly flags: readonly Path[]; readonly mask: number }[]>();
  /** The values that frameworks give to functions. */
  readonly handed = new Set<Path>();
  readonly handlers = new Map<Path, NonNullable<FlowRows['handlers']>[number][]>();
  readonly controllers: NonNullable<FlowRows['controllers']>[number][] = [];
  readonly decorated = new Map<Path, string>();
  readonly decoratedParameters = new Map<Path, string>();
  readonly binding = new Map<Path, string>();
  readonly givenAway = new Map<Path, FlowWeakness>();
  readonly conventions: Convention[] = [];
  /** The packages that make a method one that looks up in a database. */
  readonly lookups = new Map<string, ReadonlySet<string>>();
  readonly digests = new Set<Path>();
  /** Methods that tell what the server itself knows of an uploaded file. */
  readonly ofUploads = new Set<string>();
  /** Calls that render a template of the target. */
  readonly renders = new Set<Path>();
  readonly responseTypes = new Map<Path, NonNullable<FlowRows['responseTypes']>[number]>();
  readonly patternTests = new Map<Path, NonNullable<FlowRows['patternTests']>[number]>();
  readonly settings = new Map<Path, SettingRow[]>();
  readonly assignedSettings = new Map<Path, SettingRow[]>();
  /** By what makes the thing that is set: the fields by their setters. */
  readonly setters = new Map<Path, Readonly<Record<string, string>>>();
  readonly fills = new Map<Path, FillRow>();
  readonly copies = new Map<Path, CopyRow>();
  /** The sources that are any field of what has a path: `request.query` of `request.query.*`. */
  private readonly anyField = new Map<Path, string>();
  /** Everything that rows say of calls, apart from what their results are. Few calls of a target are among these. */
  private readonly ofCalls = new Set<Path>();
  /** Of these, the methods of any receiver. */
  private readonly ofMethods = new Set<string>();
  private readonly weakTexts: RegExp[] = [];
  /** Constants that were judged: the same ones are handed on by many calls. */
  private readonly judgedTexts = new Map<string, boolean>();
  /** The sources, and the paths that they begin with. */
  private readonly beforeInput = new Set<Path>();
  private readonly aliases = new Map<Path, Path>();
  private readonly methods = new Map<string, Path>();
  private readonly below = new Map<Path, Map<string, Path>>();
  private readonly calls = new Map<Path, Path>();

  constructor(rows: readonly FlowRows[]) {
    for (const row of rows) {
      for (const [path, label] of Object.entries(row.sources ?? {})) {
        this.sources.set(path, label);
        // No page of a stranger can make a browser send it.
        if (label === HEADER) this.addHarmless(path, bitOf('open-redirect'));
      }
      for (const path of row.ends ?? []) this.ends.add(path);
      for (const { path, files, label } of row.otherwise ?? [])
        this.otherwise.set(path, { files: new RegExp(files), label });
      for (const path of row.ofOtherApps ?? []) this.ofOtherApps.add(path);
      for (const [path, names] of Object.entries(row.setByServer ?? {}))
        this.setByServer.set(path, new RegExp(`^(?:${names})$`));
      for (const [path, weaknesses] of Object.entries(row.harmlessTypes ?? {}))
        this.harmlessTypes.set(path, maskOf(weaknesses));
      for (const each of row.derived ?? []) add(this.derived, each.field, each);
      for (const path of row.texts ?? []) this.addHarmless(path, bitOf('nosql-injection'));
      for (const { paths, weaknesses } of row.harmless ?? [])
        for (const path of paths) this.addHarmless(path, maskOf(weaknesses));
      for (const [path, other] of Object.entries(row.aliases ?? {})) this.aliases.set(path, other);
      for (const handler of row.handlers ?? []) {
        add(this.handlers, handler.call, handler);
        for (const path of handler.parameters) if (path !== '') this.handed.add(path);
      }
      const { methods = [], imports = [] } = row.lookups ?? {};
      for (const method of methods) this.lookups.set(method, new Set(imports));
      for (const method of row.ofUploads ?? []) this.ofUploads.add(method);
      for (const path of row.digests ?? []) this.digests.add(`${path}()`);
      for (const path of row.renders ?? []) this.renders.add(path);
      for (const type of row.responseTypes ?? []) this.responseTypes.set(type.call, type);
      this.addEntries(row);
      for (const { type, weakness } of row.givenAway ?? []) this.givenAway.set(type, weakness);
      for (const sanitizer of row.sanitizers ?? []) this.addSanitizer(sanitizer);
      for (const [path, fields] of Object.entries(row.setters ?? {})) this.setters.set(path, fields);
      for (const setting of row.settings ?? []) {
        add(setting.isAssignment ? this.assignedSettings : this.settings, setting.call, setting);
        for (const weak of [setting.matches, setting.begins])
          if (weak !== undefined) this.weakTexts.push(new RegExp(weak, 'i'));
      }
      for (const { of, files, ...rest } of row.conventions ?? [])
        this.conventions.push({ ...rest, of: expressionOf(of), files: expressionOf(files) });
      for (const test of row.patternTests ?? []) this.patternTests.set(test.call, test);
      for (const fill of row.fills ?? []) this.fills.set(fill.call, fill);
      for (const copy of row.copies ?? []) this.copies.set(copy.call, copy);
      for (const sink of row.sinks ?? []) {
        for (const path of [...(sink.unlessCalled ?? []), ...(sink.onlyCalled ?? [])]) this.watched.add(path);
        if (sink.call !== undefined) add(this.sinks, sink.call, sink);
        if (sink.assign !== undefined) add(this.assigned, sink.assign, sink);
        if (sink.returnOf !== undefined) add(this.returned, sink.returnOf, sink);
      }
    }
    for (const path of this.sources.keys()) this.addPathsOf(path);
    const tables = [this.sinks, this.settings, this.sanitizers, this.flagged, this.responseTypes, this.handlers];
    for (const table of [...tables, this.renders, this.patternTests])
      for (const path of table.keys()) {
        this.ofCalls.add(path);
        if (path.startsWith(OF_ANYTHING)) this.ofMethods.add(path.slice(OF_ANYTHING.length));
      }
  }

  /** Whether a row other than that of a source may be about a call. */
  isAboutCall(paths: readonly Path[], method: string | undefined): boolean {
    for (const path of paths) if (this.ofCalls.has(path)) return true;
    return method !== undefined && this.ofMethods.has(method);
  }

  /** The source that is any field of what has one of the paths. */
  anyFieldsOf(paths: readonly Path[]): readonly Path[] {
    if (this.anyField.size === 0 || paths.length === 0) return NO_PATHS;
    return paths.flatMap((path) => this.anyField.get(path) ?? NO_PATHS);
  }

  /** Records the paths that a source begins with. */
  private addPathsOf(source: Path): void {
    if (source.endsWith('.*')) this.anyField.set(source.slice(0, -2), source);
    for (const begin of beginningsOf(source)) this.beforeInput.add(begin);
  }

  /** Whether what has a path is input, or a part of it: `request.validated().file`. */
  isOfInput(path: Path): boolean {
    for (const whole of beginningsOf(path))
      if (this.sources.has(whole) || (whole !== path && this.anyField.has(whole))) return true;
    return false;
  }

  /** Whether something below what has a path may be input: `Request` before `Request.query.all()`. */
  leadsToInput(path: Path): boolean {
    return this.beforeInput.has(path) || this.isOfInput(path);
  }

  /** Whether some source is any field of what has a path. */
  hasAnyField(path: Path): boolean {
    return this.anyField.has(path);
  }

  /** Whether a call of some row is weak with this text. */
  isWeakText(text: string): boolean {
    const known = this.judgedTexts.get(text);
    if (known !== undefined) return known;
    const isWeak = this.weakTexts.some((pattern) => pattern.test(text));
    this.judgedTexts.set(text, isWeak);
    return isWeak;
  }

  private addHarmless(path: Path, mask: number): void {
    this.harmless.set(path, (this.harmless.get(path) ?? 0) | mask);
  }

  /** The functions that frameworks call, and what they get. */
  private addEntries(row: FlowRows): void {
    this.controllers.push(...(row.controllers ?? []));
    for (const { decorator, label } of row.decorated ?? []) this.decorated.set(decorator, label);
    for (const { decorator, label } of row.binding ?? []) this.binding.set(decorator, label);
    for (const [path, label] of Object.entries(row.decoratedParameters ?? {}))
      this.decoratedParameters.set(path, label);
  }

  private addSanitizer({ call, safeFor, with: flags, inQuotes, inElements }: SanitizerRow): void {
    const mask = maskOf(safeFor) | (inQuotes ? IN_QUOTES : 0) | (inElements ? IN_ELEMENTS : 0);
    if (flags === undefined) this.sanitizers.set(call, mask);
    else this.flagged.set(call, [...(this.flagged.get(call) ?? []), { flags, mask }]);
  }

  /**
   * The weaknesses that a call makes safe for; undefined where it does not.
   * @param args the paths of its arguments
   */
  safeFor(
    paths: readonly Path[],
    method: string | undefined,
    args: () => readonly (readonly Path[])[],
  ): number | undefined {
    return this.find(this.sanitizers, paths, method) ?? this.safeByFlag(paths, method, args);
  }

  /** The same, of the rows that an argument decides: what they say also holds for what the call itself brings in. */
  safeByFlag(
    paths: readonly Path[],
    method: string | undefined,
    args: () => readonly (readonly Path[])[],
  ): number | undefined {
    if (this.flagged.size === 0) return undefined;
    const rows = this.find(this.flagged, paths, method);
    if (rows === undefined) return undefined;
    const given = args();
    return rows.find(({ flags }) => flags.some((flag) => given.some((each) => each.includes(flag))))?.mask;
  }

  /** The name under which rows know a path. */
  known(path: Path): Path {
    let name = path;
    // An alias may lead to another; a circle of them would be a mistake of ours, and ends.
    for (let turns = 0; turns < 5; turns++) {
      const next = this.aliases.get(name);
      if (next === undefined) return name;
      name = next;
    }
    return name;
  }

  /** The path of the elements of what has a path, where a row says it. */
  elementOf(path: Path): Path | undefined {
    const element = this.knownBelow(path, ELEMENT);
    return element.endsWith(ELEMENT) ? undefined : element;
  }

  /** The first of the paths that the table has; else what it has for a method of any receiver. */
  find<Row>(table: ReadonlyMap<Path, Row>, paths: readonly Path[], method?: string): Row | undefined {
    for (const path of paths) {
      const row = table.get(path);
      if (row !== undefined) return row;
    }
    return method === undefined || table.size === 0 ? undefined : table.get(this.ofAnything(method));
  }

  /** How rows name a method of any receiver. The same text each time: a table looks it up without reading it. */
  private ofAnything(method: string): Path {
    let path = this.methods.get(method);
    if (path === undefined) {
      path = `${OF_ANYTHING}${method}`;
      this.methods.set(method, path);
    }
    return path;
  }

  /** The name under which rows know a field of what has a path. */
  knownBelow(path: Path, name: string): Path {
    let fields = this.below.get(path);
    if (fields === undefined) {
      // Paths grow with each field that is read of them: a loop of a hostile file makes as many as it has rounds.
      if (this.below.size >= MAX_PATHS) this.below.clear();
      fields = new Map();
      this.below.set(path, fields);
    }
    let known = fields.get(name);
    if (known === undefined) {
      if (fields.size >= MAX_PATHS) fields.clear();
      known = this.known(`${path}.${name}`);
      fields.set(name, known);
    }
    return known;
  }

  /** The name under which rows know what a call gives. */
  knownCall(path: Path): Path {
    let known = this.calls.get(path);
    if (known === undefined) {
      if (this.calls.size >= MAX_PATHS) this.calls.clear();
      known = this.known(`${path}()`);
      this.calls.set(path, known);
    }
    return known;
  }
}

const NO_PATHS: readonly Path[] = [];

/** More paths than these are not remembered. */
const MAX_PATHS = 20_000;

function add<Row>(table: Map<Path, Row[]>, path: Path, row: Row): void {
  const known = table.get(path);
  if (known) known.push(row);
  else table.set(path, [row]);
}
