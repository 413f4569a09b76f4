import { readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import picomatch from 'picomatch';
import type { FlowSettings } from '../../catalogue/flow/rows';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter, SafePlace } from '../engine';
import { Unreadable, brokeOn, decodeText } from '../kit/per-file';
import { type Unfinished, analyse } from './analyse';
import { type CheckedPlace, lineKeyOf } from './interpret/checked-places';
import type { JudgedPlace } from './interpret/proof/proof';
import type { Mentions } from './interpret/proof/mentions';
import { onePathEach } from './one-path';
import { isDesktopProgram } from './desktop';
import { Findings } from './findings';
import { PageFragments } from './page-fragments';
import { factsOfTarget } from './production';
import { EscapedRequests } from './escaped-requests';
import type { LanguageOfTarget } from './interpret/language-of-target';
import type { Bound, Flow, Weakness } from './interpret/run';
import { type ModuleForm, lineOf } from './ir';
import { lowerC } from './lower/c/lower-c';
import { lowerCsharp } from './lower/csharp/lower-csharp';
import { lowerGo } from './lower/go/lower-go';
import { isPage, javaOfPage } from './lower/java/jsp';
import { lowerJava } from './lower/java/lower-java';
import { lowerJavascript } from './lower/javascript/lower-javascript';
import { scriptOfTemplate } from './lower/javascript/ejs';
import { lowerTemplate } from './lower/javascript/lower-template';
import { lowerKotlin } from './lower/kotlin/lower-kotlin';
import { isBlade, phpOfTemplate } from './lower/php/blade';
import { lowerPhp } from './lower/php/lower-php';
import { rubyOfTemplate } from './lower/ruby/erb';
import { lowerPython } from './lower/python/lower-python';
import { lowerRuby } from './lower/ruby/lower-ruby';
import { Ids } from './lower/scope';
import { type Syntax, isBroken } from './lower/syntax';
import { type WrittenCode, isWholeForm, proves, writtenIn } from './lower/whole';
import { ParserFailed } from '../kit/parsers/tree-parser';
import { missingGrammar, optimizeGrammars, readerOf } from './parse/read-syntax';
import { componentsIn, filesOfOwnComponents } from './resolve/android';
import { kotlinOf } from './resolve/kotlin';
import { csharpOf } from './resolve/csharp';
import { type Sized, partsOf } from './parts';
import { type DescribedPackage, describedPackage } from './resolve/packages';
import { remembered } from './resolve/remembered';
import { type Mapper, clearedByAspect, fillMappedMethods, mappersIn } from './resolve/mybatis';
import { propertiesIn, settingsOf } from './resolve/settings';
import { cOf, goOf, javaOf, javascriptOf, phpOf, pythonOf } from './resolve/modules';
import { rubyOf } from './resolve/ruby';
import { FlowRules } from './rules';
import { samplesIn } from './samples';
import { Surroundings } from './surroundings';

const VERSION = '1.0.0';

const MAX_BYTES = 1024 * 1024;
/** A larger target is followed in parts, one after the other: 10 MB of text take 1.5 GB of memory. */
const MAX_TOTAL_BYTES = 16 * 1024 * 1024;
/** Reported for the first file of a part: the flows into it from the earlier parts are not known. */
const APART = 'followed apart from what comes before it: there is more code than is followed at once';
const BROKEN = 'followed in parts only: what is written there is for the most part no code that the parser knows';
const CUT = 'followed in parts only: what is nested too deeply or stands outside of any class was left out';
const UNFINISHED = 'not followed to the end, because it takes too many steps or is nested too deeply';
const BOUNDS: Readonly<Record<Bound, string>> = {
  calls: 'input is not followed further, because too many calls lie within each other',
  meanings: 'input is not followed into all functions that a call may mean, because they are too many',
  objects: 'input is not looked for in all that a dangerous call gets, because objects lie too deep within each other',
  ancestors: 'methods that are inherited from afar are not known, because a class has too many ancestors',
};
/** Longer lines are generated code. */
const MAX_LINE = 20_000;
/** Tests and examples make up their keys, tokens and certificates: findings about those have low severity at most. */
const TRIAL: ReadonlySet<string> = new Set(['test', 'example', 'documentation']);
/** At most this many functions of a file are named that were not interpreted to their end. */
const NAMED_FUNCTIONS = 3;

interface LanguageRow {
  readonly grammars: readonly string[];
  readonly grammar: (file: string) => string;
  /** The grammar of texts within those files, such as the replacements of macros. */
  readonly within?: string;
  /** To optimize the lexer takes longer than it ever saves. */
  readonly hasLargeLexer?: true;
  readonly lower: (root: Syntax, file: string, ids: Ids) => ModuleForm;
  readonly languageOf: (
    modules: ReadonlyMap<string, ModuleForm>,
    packages: ReadonlyMap<string, DescribedPackage>,
  ) => LanguageOfTarget;
  /** Makes the text to parse, if it is not the file's own. Positions stay the same. */
  readonly textOf?: (file: string, text: string) => string;
}

/** `grammars`: all grammars with which the files of a language are read. */
const LANGUAGES: Readonly<Record<FlowSettings['language'], LanguageRow>> = {
  c: {
    grammars: ['c', 'cpp'],
    grammar: cGrammar,
    within: 'cpp',
    hasLargeLexer: true,
    lower: lowerC,
    languageOf: cOf,
  },
  csharp: {
    grammars: ['csharp'],
    grammar: () => 'csharp',
    hasLargeLexer: true,
    lower: lowerCsharp,
    languageOf: csharpOf,
  },
  go: { grammars: ['go'], grammar: () => 'go', lower: lowerGo, languageOf: goOf },
  java: {
    grammars: ['java'],
    grammar: () => 'java',
    lower: lowerJava,
    languageOf: javaOf,
    textOf: (file: string, text: string) => (isPage(file) ? javaOfPage(file, text) : text),
  },
  javascript: {
    grammars: ['TypeScript', 'Tsx'],
    grammar: scriptGrammar,
    lower: (root, file, ids) => (file.endsWith('.ejs') ? lowerTemplate : lowerJavascript)(root, file, ids),
    languageOf: javascriptOf,
    textOf: (file: string, text: string) => (file.endsWith('.ejs') ? scriptOfTemplate(text) : text),
  },
  kotlin: {
    grammars: ['kotlin'],
    grammar: () => 'kotlin',
    hasLargeLexer: true,
    lower: lowerKotlin,
    languageOf: kotlinOf,
  },
  php: {
    grammars: ['php'],
    grammar: () => 'php',
    lower: lowerPhp,
    languageOf: phpOf,
    textOf: (file: string, text: string) => (isBlade(file) ? phpOfTemplate(file, text) : text),
  },
  ruby: {
    grammars: ['ruby'],
    grammar: () => 'ruby',
    lower: lowerRuby,
    languageOf: rubyOf,
    textOf: (file: string, text: string) => (file.endsWith('.erb') ? rubyOfTemplate(text) : text),
  },
  python: { grammars: ['python'], grammar: () => 'python', lower: lowerPython, languageOf: pythonOf },
};

/**
 * V8's compiler optimizes a function that has run for a little while, and discards the code when the next file holds
 * something else: that took a third of the time. Here a function must run fifteen times as long before it is optimized.
 * A release of V8 that does not know a flag ignores it.
 */
const COMPILER = [
  '--interrupt-budget=1000000',
  '--always-sparkplug',
  // The optimizing compiler took a sixth of the time. What it puts into a function of those that the function calls is
  // most of its work: a fifth of V8's own measure takes a twentieth to a tenth less in all.
  '--max-inlined-bytecode-size-cumulative=200',
];
/**
 * On fewer bytes than these, it takes less processor time to read with what V8 makes of a grammar at once: 0.9 s
 * instead of 1.2 on 23,000 lines of Ruby.
 */
const FEW_BYTES = 2 * 1024 * 1024;
/**
 * On more bytes than `FEW_BYTES`, a function runs long enough to be optimized earlier: 92,000 lines of Ruby took 6 %
 * less processor time, 105,000 of JavaScript 13 %, and 24,000 of C# would take 4 % more.
 */
const EARLIER = '--interrupt-budget=250000';
/** Above this size, V8 lets the heap grow to four times the memory in use, as long as its limit is far away. */
const MUCH_BYTES = 8 * 1024 * 1024;
const SPARING = '--heap-growing-percent=40';

export const engine: Engine = {
  async run(pass, report) {
    for (const flag of COMPILER) setFlagsFromString(flag);
    report.engine('Assay data flow', VERSION);
    for (const tool of pass.tools) {
      const reason = languageRow(tool).grammars.flatMap((grammar) => missingGrammar(grammar) ?? [])[0];
      if (reason === undefined) await follow(tool, pass, report);
      else report.failed(tool.id, reason);
    }
  },
};

const languageRow = (tool: ToolDefinition) => LANGUAGES[(tool.settings as unknown as FlowSettings).language];

async function follow(tool: ToolDefinition, { root, files }: EnginePass, report: PassReporter): Promise<void> {
  const looksAt = picomatch([...tool.files], { dot: true });
  const looked = files.filter(({ staged }) => looksAt(staged));
  const own = looked.map(({ staged, size }) => ({ file: staged, size }));
  const trials = new Set([
    ...looked.filter(({ role }) => role !== undefined && TRIAL.has(role)).map(({ staged }) => staged),
    ...samplesIn(
      root,
      looked.map(({ staged }) => staged),
    ),
  ]);
  const parts = partsOf(
    own.sort((one, other) => (one.file < other.file ? -1 : 1)),
    MAX_TOTAL_BYTES,
  );
  const bytes = own.reduce((sum, { size }) => sum + size, 0);
  if (bytes >= FEW_BYTES) setFlagsFromString(EARLIER);
  if (bytes > MUCH_BYTES) setFlagsFromString(SPARING);
  optimizeGrammars(bytes >= FEW_BYTES && languageRow(tool).hasLargeLexer !== true);
  let [done, followed] = [0, 0];
  const faults: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) report.unreadable(tool.id, part[0]!.file, APART);
    const before = done;
    const progress = (steps: number) => report.progress(before + steps, own.length * 2);
    const read = await readFiles(tool, root, part, trials, report, progress);
    followed += read.modules.size;
    faults.push(...read.faults);
    followPart(tool, root, part, trials, read, report, progress);
    done += part.length * 2;
  }
  if (faults.length > 0 && followed === 0) throw faults[0];
  report.completed(tool.id, { filesChecked: own.length });
}

/** The contents of the files that are followed together, of those that could be read. */
interface ReadFiles {
  readonly ids: Ids;
  readonly modules: Map<string, ModuleForm>;
  readonly settings: Map<string, ReadonlyMap<string, string>>;
  readonly packages: Map<string, DescribedPackage>;
  readonly manifests: readonly ReturnType<typeof componentsIn>[];
  readonly mappers: readonly Mapper[];
  /** Keys that aspects of the target empty. */
  readonly cleared: ReadonlySet<string>;
  readonly written: Map<string, WrittenCode>;
  readonly escaped: EscapedRequests;
  /** Faults of the engine itself, one for each file that was lost by them. */
  readonly faults: readonly unknown[];
}

async function readFiles(
  tool: ToolDefinition,
  root: string,
  part: readonly Sized[],
  trials: ReadonlySet<string>,
  report: PassReporter,
  progress: (steps: number) => void,
): Promise<ReadFiles> {
  const { language } = tool.settings as unknown as FlowSettings;
  const { grammar, within, lower, textOf = (_, text) => text } = LANGUAGES[language];
  const ids = new Ids();
  const modules = new Map<string, ModuleForm>();
  const settings = new Map<string, ReadonlyMap<string, string>>();
  const packages = new Map<string, DescribedPackage>();
  const manifests: ReturnType<typeof componentsIn>[] = [];
  const mappers: Mapper[] = [];
  const cleared = new Set<string>();
  const written = new Map<string, WrittenCode>();
  const escaped = new EscapedRequests();
  const faults: unknown[] = [];
  for (const [index, { file, size }] of part.entries()) {
    try {
      const text = readable(join(root, file), size);
      if (file.endsWith('AndroidManifest.xml')) manifests.push(componentsIn(text));
      else if (file.endsWith('.xml')) mappers.push(...mappersIn(text, file));
      else if (file.endsWith('.properties')) settings.set(file, propertiesIn(text));
      else if (file.endsWith('package.json')) {
        const described = describedPackage(text);
        const isPublished = described?.isPublished === true && !trials.has(file);
        if (described) packages.set(posix.dirname(file), { ...described, isPublished });
      } else {
        const code = textOf(file, text);
        if (language === 'php' && !trials.has(file)) escaped.read(text);
        if (language === 'java') for (const key of clearedByAspect(text)) cleared.add(key);
        const tree = (await readerOf(grammar(file), within))(code);
        // The form of a template covers only its code.
        const told = code === text ? writtenIn(language, tree) : undefined;
        const form = lower(tree, file, ids);
        modules.set(file, form);
        if (isBroken(tree)) report.unreadable(tool.id, file, BROKEN);
        else if (form.isCut) report.unreadable(tool.id, file, CUT);
        if (told) written.set(file, told);
      }
    } catch (error) {
      if (error instanceof RangeError) report.unreadable(tool.id, file, 'nested too deeply');
      else if (error instanceof Unreadable || error instanceof ParserFailed)
        report.unreadable(tool.id, file, error.message);
      else {
        // A file with a fault loses itself alone: an error that ended the tool would hide the findings in all others.
        report.unreadable(tool.id, file, brokeOn(error));
        faults.push(error);
      }
    }
    if (index % 50 === 0) {
      progress(index);
      await progressIsSent();
    }
  }
  return { ids, modules, settings, packages, manifests, mappers, cleared, written, escaped, faults };
}

/** @param progress is called twice for each file: when it is read and when it is followed */
function followPart(
  tool: ToolDefinition,
  root: string,
  part: readonly Sized[],
  trials: ReadonlySet<string>,
  { ids, modules, settings, packages, manifests, mappers, cleared, written, escaped }: ReadFiles,
  report: PassReporter,
  progress: (steps: number) => void,
): void {
  const { language, rows } = tool.settings as unknown as FlowSettings;
  const methods = [...modules.values()].flatMap(({ mapped = [] }) => mapped);
  if (mappers.length > 0) fillMappedMethods(methods, mappers, cleared, ids);
  const ofTarget = remembered(LANGUAGES[language].languageOf(modules, packages));
  const sizes = new Map(part.map(({ file, size }) => [file, size]));
  const read = (file: string): string => readable(join(root, file), sizes.get(file)!);
  const isWhole = (file: string, mentions: () => Mentions): boolean => {
    const told = written.get(file);
    return told !== undefined && isWholeForm(language, read(file), told, mentions);
  };
  const { flows, weaknesses, proven, checked, unfinished } = analyse(
    [...modules.values()],
    new FlowRules(rows),
    {
      ...ofTarget,
      isTrial: (file) => trials.has(file) || ofTarget.isTrial?.(file) === true,
      ...(manifests.length > 0 && { ofOwnComponents: filesOfOwnComponents(manifests, modules.values()) }),
      ...(settings.size !== 0 && { settingsOf: (path) => settingsOf(settings, path) }),
    },
    ids.captured,
    {
      progress: (followed) => {
        if (followed % 50 === 0) progress(part.length + followed);
      },
      ...(proves(language) && { isWhole }),
    },
  );
  const surroundings = new Surroundings(read, isDesktopProgram(modules.values()));
  const linesOf = (file: string): readonly string[] => (sizes.has(file) ? surroundings.linesOf(file) : []);
  const facts = factsOfTarget(modules, linesOf, read);
  const fragments = new PageFragments([...modules.keys()], linesOf);
  const findings = new Findings(tool, { trials, linesOf, facts, escaped, fragments });
  for (const flow of onePathEach(flows).toSorted((one, other) =>
    byPlace({ ...one, ...one.shown }, { ...other, ...other.shown }),
  )) {
    const finding = findings.ofFlow(flow);
    if (finding !== undefined) report.finding(tool.id, finding);
  }
  for (const weakness of [...weaknesses].sort(byPlace)) {
    const seen = surroundings.judge(weakness);
    if (seen !== undefined) report.finding(tool.id, findings.ofWeakness(seen));
  }
  for (const safe of safePlaces(proven, checked)) report.safe?.(tool.id, safe);
  tellUnfinished(tool, unfinished, report);
}

/** Tells which functions were not followed to their end, and why. */
function tellUnfinished(tool: ToolDefinition, unfinished: readonly Unfinished[], report: PassReporter): void {
  const faults = new Map(
    unfinished.flatMap(({ file, fault }) => (fault === undefined ? [] : [[file, fault] as const])),
  );
  for (const [file, fault] of faults) report.unreadable(tool.id, file, brokeOn(fault));
  const left = unfinished.filter(({ fault }) => fault === undefined);
  for (const [bound, reason] of [[undefined, UNFINISHED] as const, ...Object.entries(BOUNDS)])
    for (const [file, names] of groupedByFile(left.filter((each) => each.bound === bound)))
      report.unreadable(tool.id, file, `${reason}: ${names}`);
}

/** Reports of progress leave the process only between two turns of the event loop. */
const progressIsSent = (): Promise<void> => setImmediate();

function readable(path: string, size: number): string {
  if (size > MAX_BYTES) throw new Unreadable('larger than 1 MB');
  const text = decodeText(readFileSync(path));
  if (hasLongLine(text)) throw new Unreadable(`has a line of more than ${MAX_LINE} characters`);
  return text;
}

function hasLongLine(text: string): boolean {
  let begin = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
    if (end - begin > MAX_LINE) return true;
    begin = end + 1;
  }
  return text.length - begin > MAX_LINE;
}

/** Headers are read as C++, whose grammar also accepts the declarations of C. */
function cGrammar(file: string): string {
  return extname(file).toLowerCase() === '.c' ? 'c' : 'cpp';
}

/** The grammar with JSX also reads JavaScript; in TypeScript a type assertion may look like JSX. */
function scriptGrammar(file: string): string {
  return /^\.[cm]?ts$/.test(extname(file).toLowerCase()) ? 'TypeScript' : 'Tsx';
}

/** A proof says more of a line than that its input was checked. */
function safePlaces(proven: readonly JudgedPlace[], checked: readonly CheckedPlace[]): readonly SafePlace[] {
  const said = new Set(proven.map(lineKeyOf));
  return [
    ...proven.map((place) => safePlace(place, place.isCleaned ? 'made-safe' : 'constant')),
    ...checked.filter((place) => !said.has(lineKeyOf(place))).map((place) => safePlace(place, 'checked')),
  ];
}

const safePlace = ({ weakness, file, at }: CheckedPlace, because: SafePlace['because']): SafePlace => ({
  rule: weakness,
  file,
  line: lineOf(at),
  because,
});

const byPlace = (one: Flow | Weakness, other: Flow | Weakness): number =>
  one.file < other.file
    ? -1
    : one.file > other.file
      ? 1
      : one.at - other.at || (one.weakness < other.weakness ? -1 : 1);

function groupedByFile(unfinished: readonly Unfinished[]): [string, string][] {
  const names = new Map<string, string[]>();
  for (const { file, name } of unfinished) {
    const beside = names.get(file);
    if (beside) beside.push(name);
    else names.set(file, [name]);
  }
  return [...names].map(([file, all]) => {
    const more = all.length - NAMED_FUNCTIONS;
    return [file, `${all.slice(0, NAMED_FUNCTIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  });
}
