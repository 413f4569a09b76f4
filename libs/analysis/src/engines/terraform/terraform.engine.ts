import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { terraformRules } from '../../catalogue/terraform/index';
import type { Engine, EnginePass, PassReporter } from '../engine';
import { Unreadable, decodeText } from '../kit/per-file';
import { thereIn } from '../kit/there';
import { textsOf } from './target-texts';
import { findFaults } from './find-faults';
import { isAcceptedElsewhere } from '../infrastructure/others-comments';
import { HOLE } from '../infrastructure/value';
import { isConfiguration, isValues } from './modules/load';
import type { ParsedFile } from './syntax/ast';
import { type HclParser, loadHclParser } from './syntax/parse-hcl';
import { parseJsonSyntax } from './syntax/parse-json';

const VERSION = '1.0.0';
const MAX_BYTES = 1024 * 1024;
/** Files beyond this sum of bytes are not judged. */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/** Assay's own rules. Nothing is loaded, run or asked: no provider, no state, no registry. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-terraform-rules', VERSION);
    const looked = pass.tools.map((tool) => ({ tool, matches: picomatch([...tool.files], { dot: true }) }));
    const told = (file: string, reason: string) => {
      for (const { tool, matches } of looked) if (matches(file)) report.unreadable(tool.id, file, reason);
    };
    const texts = textsOf(pass.root);
    const { parsed, unread } = await readAll(pass, told, report);
    const own = new Set(pass.tools.flatMap(({ rules }) => Object.keys(rules)));
    const { faults, unfinished } = findFaults(
      parsed,
      unread,
      terraformRules.filter(({ id }) => own.has(id)),
      texts,
      { working: (file) => report.working?.(file), isThere: thereIn(pass) },
    );
    for (const file of unfinished)
      told(
        file,
        'not evaluated to the end, because it takes too many steps, is nested too deeply or repeated too often',
      );
    for (const { rule, at, message, isMild } of faults) {
      const { file, line, column } = at;
      // A comment for another tool shows that somebody has looked at it.
      const isLow = isMild ?? isAcceptedElsewhere(texts(file)?.split('\n') ?? [], line);
      const finding = { rule, file, line, column, message, ...(isLow && { severity: 'low' as const }) };
      for (const { tool } of looked) if (Object.hasOwn(tool.rules, rule)) report.finding(tool.id, finding);
    }
    for (const { tool, matches } of looked)
      report.completed(tool.id, { filesChecked: pass.files.filter(({ staged }) => matches(staged)).length });
  },
};

async function readAll(
  { root, files }: EnginePass,
  told: (file: string, reason: string) => void,
  report: PassReporter,
): Promise<{ parsed: ParsedFile[]; unread: string[] }> {
  const parseHcl = await loadHclParser();
  const parsed: ParsedFile[] = [];
  const unread: string[] = [];
  const own = files.filter(({ staged }) => isConfiguration(staged) || isValues(staged));
  let total = 0;
  for (const [index, { staged, size }] of [...own].sort((a, b) => (a.staged < b.staged ? -1 : 1)).entries()) {
    report.working?.(staged);
    try {
      total += size;
      if (size > MAX_BYTES) throw new Unreadable('larger than 1 MB');
      if (total > MAX_TOTAL_BYTES) throw new Unreadable('not judged: there is more than is judged at once');
      const file = parsedFile(staged, decodeText(readFileSync(join(root, staged))), parseHcl);
      parsed.push(file);
      if (file.fault !== undefined) told(staged, `what stands around line ${file.fault.line} cannot be read`);
    } catch (error) {
      if (!(error instanceof Unreadable) && !(error instanceof RangeError)) throw error;
      unread.push(staged);
      told(staged, error instanceof Unreadable ? error.message : 'nested too deeply');
    }
    if (index % 50 === 0) report.progress(index, own.length);
  }
  return { parsed, unread };
}

const parsedFile = (file: string, text: string, parseHcl: HclParser): ParsedFile => {
  const plain = text.replaceAll(HOLE, ' ');
  return file.endsWith('.json') ? parseJsonSyntax(file, plain, parseHcl) : parseHcl(file, plain);
};
