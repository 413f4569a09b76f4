import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EnginePass } from '../engine';
import type { RulesByType } from '../infrastructure/judge-resources';
import { Unreadable, decodeText, judgeEachPath, rulesOf } from '../kit/per-file';
import type { Faults } from './find-faults';
import { isKustomization, patchesOf } from './patches';

const VERSION = '2.0.0';
const MAX_BYTES = 2 * 1024 * 1024;
/** Every manifest has this at the start of a line. Other YAML files are ignored, broken or not. */
const MANIFEST = /^\s*["']?apiVersion["']?\s*:/m;
const TEMPLATE = /\{\{-?\s*(?:[.$(]|[a-z]+\b)[^}]*\}\}/;
const UNFINISHED = 'not judged to the end, because it takes too many steps or is nested too deeply';

/** Assay's own rules. Nothing is loaded, run or asked: no cluster, no plugin, no repository of charts. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-kubernetes-rules', VERSION);
    const asked = rulesOf(pass.tools);
    const patches = patchesIn(pass);
    // Few targets have a manifest: the rules are loaded for the first one.
    let judge: ((file: string, text: string, isPatch: boolean) => Faults) | undefined;
    await judgeEachPath(pass, report, ({ file: { staged, size }, tools }) => {
      if (size > MAX_BYTES) throw new Unreadable(`larger than ${MAX_BYTES / 1024} KB`);
      const text = decodeText(readFileSync(join(pass.root, staged)));
      if (!MANIFEST.test(text)) return [];
      if (TEMPLATE.test(withoutComments(text)))
        throw new Unreadable('a Helm template: render it first (helm template)');
      judge ??= judgeLoaded(asked);
      const { faults, finished } = judge(staged, text, patches.has(staged));
      if (!finished) for (const { id } of tools) report.unreadable(id, staged, UNFINISHED);
      return faults.map(({ rule, at, message }) => ({ rule, line: at.line, column: at.column, message }));
    });
  },
};

function judgeLoaded(asked: ReadonlySet<string>) {
  const { findFaults } = require('./find-faults') as typeof import('./find-faults');
  const { rulesAsked } = require('./judge-manifests') as typeof import('./judge-manifests');
  const rules: RulesByType = rulesAsked(asked);
  return (file: string, text: string, isPatch: boolean) => findFaults(file, text, rules, isPatch);
}

/** What kustomizations of the target merge into other files. One that cannot be read is told of with its file. */
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
