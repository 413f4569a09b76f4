import { type IsThere, thereIn } from '../kit/there';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter } from '../engine';
import type { RulesByType } from '../infrastructure/judge-resources';
import { type Problem, Unreadable, decodeText, judgeEachPath, rulesOf } from '../kit/per-file';
import type { Faults } from './find-faults';
import type { JudgedCharts } from './helm/charts-of-target';
import type { ChartFault } from './helm/judge-chart';
import { OF_PURPOSE, OF_SECRETS } from './helm/rules-of-values';
import { mayHaveObject } from './objects';
import { isKustomization, patchesOf } from './patches';
import type { Holders } from './roles/holders';

const VERSION = '2.1.0';
const MAX_BYTES = 2 * 1024 * 1024;
/** Every manifest has this at the start of a line. Other YAML files are ignored, broken or not. */
const MANIFEST = /^\s*["']?apiVersion["']?\s*:/m;
const TEMPLATE = /(?<!\$)\{\{-?\s*(?:[.$(]|[a-z]+\b)[^}]*\}\}/;
const UNFINISHED = 'not judged to the end, because it takes too many steps or is nested too deeply';

/** Assay's own rules. Nothing is loaded, run or asked: no cluster, no plugin, no repository of charts. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-kubernetes-rules', VERSION);
    const asked = rulesOf(pass.tools);
    const patches = patchesIn(pass);
    const charts = await chartsIn(pass, report, asked);
    const holders = await holdersIn(pass, charts);
    // Few targets have a manifest: the rules are loaded for the first one.
    let judge: ((file: string, text: string, isPatch: boolean) => Faults) | undefined;
    await judgeEachPath(pass, report, ({ file: { staged, size }, tools }) => {
      const place = charts?.placeOf(staged) ?? 'none';
      if (place === 'printed') return charts!.judged(staged, tools);
      if (staged.endsWith('.tpl') || charts?.isValues(staged) === true) return [];
      const found = charts?.judged(staged, tools) ?? [];
      if (size > MAX_BYTES) throw new Unreadable(`larger than ${MAX_BYTES / 1024} KB`);
      const text = decodeText(readFileSync(join(pass.root, staged)));
      if (!MANIFEST.test(text)) return found;
      if (TEMPLATE.test(withoutComments(text)) && mayHaveObject(text))
        throw new Unreadable(
          place === 'left-out'
            ? 'a Helm template that its chart leaves out (.helmignore): nothing prints it'
            : 'a Helm template without its chart: render it first (helm template)',
        );
      judge ??= judgeLoaded(asked, holders, thereIn(pass));
      const { faults, finished } = judge(staged, text, patches.has(staged));
      if (!finished) for (const { id } of tools) report.unreadable(id, staged, UNFINISHED);
      return [...found, ...faults.map(problemOf)];
    });
  },
};

const problemOf = ({ rule, at, message, isMild, ofOthers }: ChartFault): Problem => ({
  rule,
  line: at.line,
  column: at.column,
  message: at.decidedBy === undefined ? message : `${message} (decided by ${at.decidedBy})`,
  // A default that users are told to change is less than a secret that is in use.
  ...(at.decidedBy !== undefined && (OF_SECRETS.has(rule) || OF_PURPOSE.has(rule)) && { severity: 'low' as const }),
  // Who is in the cluster reaches what the password guards, and guesses it.
  ...(isMild && { severity: 'low' as const }),
  ...(ofOthers && { severity: 'info' as const }),
});

interface Charts {
  /** Whether a file is a template of a chart, and whether Helm prints it at all. */
  placeOf: JudgedCharts['templateOf'];
  /** Whether a file has the values of a chart. */
  isValues(file: string): boolean;
  /** The problems of a template, or those at the place where a chart asks for a packed one. */
  judged(file: string, tools: readonly ToolDefinition[]): Problem[];
}

/** Undefined for a target without charts. */
async function chartsIn(
  pass: EnginePass,
  report: PassReporter,
  asked: ReadonlySet<string>,
): Promise<Charts | undefined> {
  if (!pass.files.some(({ staged }) => /(?:^|\/)Chart\.yaml$/.test(staged))) return undefined;
  const { judgeCharts } = require('./helm/charts-of-target') as typeof import('./helm/charts-of-target');
  const { rulesAsked } = require('./judge-manifests') as typeof import('./judge-manifests');
  const found = await judgeCharts(pass, rulesAsked(asked), (file) => report.working?.(file));
  const faults = new Map<string, Map<string, Problem>>();
  for (const fault of found.charts.flatMap((chart) => chart.faults)) {
    const own = faults.get(fault.at.file) ?? new Map<string, Problem>();
    faults.set(fault.at.file, own);
    const key = JSON.stringify([fault.rule, fault.at.line, fault.at.column]);
    if (!own.has(key) || fault.ofOthers === undefined) own.set(key, problemOf(fault));
  }
  const unread = new Map(found.charts.flatMap((chart) => chart.unread).map(({ file, reason }) => [file, reason]));
  for (const { file, reason } of found.refused) for (const { id } of pass.tools) report.unreadable(id, file, reason);
  return {
    placeOf: (file) => found.templateOf(file),
    isValues: (file) => found.hasValues(file),
    judged: (file, tools) => {
      const reason = unread.get(file);
      if (reason !== undefined) for (const { id } of tools) report.unreadable(id, file, reason);
      return [...(faults.get(file)?.values() ?? [])];
    },
  };
}

/** Only targets that give somebody a role of the cluster load the reader. */
async function holdersIn(pass: EnginePass, charts: Charts | undefined): Promise<Holders | undefined> {
  if (!pass.tools.some(({ id }) => id === 'kubernetes-security')) return undefined;
  const { holdersOf } = require('./roles/holders-of-target') as typeof import('./roles/holders-of-target');
  return holdersOf(pass, (file) => charts?.isValues(file) === true || (charts?.placeOf(file) ?? 'none') !== 'none');
}

function judgeLoaded(asked: ReadonlySet<string>, holders: Holders | undefined, isThere: IsThere) {
  const { findFaults } = require('./find-faults') as typeof import('./find-faults');
  const { rulesAsked } = require('./judge-manifests') as typeof import('./judge-manifests');
  const rules: RulesByType = rulesAsked(asked);
  return (file: string, text: string, isPatch: boolean) => findFaults(file, text, rules, { isPatch, holders, isThere });
}

/**
 * The files that kustomizations of the target merge into others. A kustomization that cannot be read is reported with
 * its file.
 */
function patchesIn({ root, files }: EnginePass): ReadonlySet<string> {
  const patches = new Set<string>();
  for (const { staged, size } of files) {
    if (!isKustomization(staged) || size > MAX_BYTES) continue;
    try {
      for (const patch of patchesOf(staged, decodeText(readFileSync(join(root, staged))))) patches.add(patch);
    } catch (error) {
      if (!(error instanceof Unreadable) && !(error instanceof RangeError)) throw error;
    }
  }
  return patches;
}

/** An annotation may contain a template of another program in quotes. Helm's templates stand alone or after a key. */
const withoutComments = (text: string) =>
  text.replace(/^\s*#.*$/gm, '').replace(/(["'])(?:(?!\1)[^\\\n]|\\.){0,2000}\1/g, '""');
