import {
  type RawFinding,
  type RuleDocumentation,
  type ToolDefinition,
  type CodeExample,
  catalogue,
  engineProfiles,
  pointsAtCredential,
} from '@assay/analysis';
import type { ToolDocumentation } from '../../libs/analysis/src/catalogue/rule-documentation';
import { type SampleSide, ownFindings, positiveSides, runSamples } from '../../libs/analysis/test/sample-runs';
import { maskSecrets } from '../../libs/scanning/src/activities/mask-secrets';
import { type Description, descriptionsOf } from './engine-descriptions';
import { correctionOf, exampleAt, exampleOf } from './examples';
import { type SampleFile, digestOf, sampleFiles } from './samples';

export type Documentation = Readonly<Record<string, ToolDocumentation>>;

/** The tools whose documentation was made from other inputs than the present ones. */
export const outdatedTools = (documentation: Documentation): ToolDefinition[] =>
  catalogue.filter((tool) => documentation[tool.id]?.digest !== digestOf(tool));

export interface DocumentedTools {
  readonly documentation: Documentation;
  /** The tools that did not complete on their samples, and why: their earlier documentation was kept. */
  readonly failed: readonly { readonly tool: string; readonly reason: string }[];
}

/** Runs the engines of the given tools on their samples, and keeps the known documentation of all others. */
export async function documented(known: Documentation, anew: readonly ToolDefinition[]): Promise<DocumentedTools> {
  const made = new Map<string, ToolDocumentation>();
  const failed: DocumentedTools['failed'][number][] = [];
  for (const profile of engineProfiles) {
    const own = anew.filter(({ engine }) => engine === profile.id);
    // As in a session, an engine runs once for each part of a target.
    for (const part of new Set(own.map(({ reads }) => reads))) {
      const tools = own.filter(({ reads }) => reads === part);
      const runs = await runSamples(profile, tools, ['positive']);
      for (const tool of tools) {
        const reported: Reported[] = [];
        for (const side of positiveSides(tool.id)) {
          const run = (side === 'positive' ? runs : await runSamples(profile, [tool], [side])).get(tool.id)!;
          if (run.outcome.status === 'completed') reported.push({ side, findings: ownFindings(profile, run, side) });
          else failed.push({ tool: tool.id, reason: run.outcome.reason });
        }
        if (reported.length === positiveSides(tool.id).length) made.set(tool.id, await documentTool(tool, reported));
      }
      process.stdout.write(`${profile.name}: ${tools.length}\n`);
    }
  }
  const entries = catalogue.flatMap(({ id }): [string, ToolDocumentation][] => {
    const documentation = made.get(id) ?? known[id];
    return documentation === undefined ? [] : [[id, documentation]];
  });
  return { documentation: Object.fromEntries(entries), failed };
}

/** The findings of a tool in one of its positive samples. */
interface Reported {
  readonly side: SampleSide;
  readonly findings: readonly RawFinding[];
}

async function documentTool(tool: ToolDefinition, reported: readonly Reported[]): Promise<ToolDocumentation> {
  const descriptions = await descriptionsOf(tool);
  const negative = sampleFiles(tool.id, 'negative');
  const samples = reported.map(({ side, findings }) => ({
    files: sampleFiles(tool.id, side),
    findings: [...findings].sort(byPlace),
  }));
  const rules = Object.keys(tool.rules).map((rule): [string, RuleDocumentation] => {
    const documented = samples.flatMap(({ files, findings }) =>
      findings.filter((finding) => finding.rule === rule).map((finding) => occurrence(tool, finding, files, negative)),
    );
    // The first occurrence with both a bad and a good example is best; otherwise the first one.
    const shown = documented.find(({ good }) => good !== undefined) ?? documented[0] ?? {};
    return [rule, { ...descriptions.get(rule), ...shown } satisfies Description];
  });
  return {
    digest: digestOf(tool),
    rules: Object.fromEntries(rules.filter(([, known]) => Object.keys(known).length > 0)),
  };
}

const byPlace = (a: RawFinding, b: RawFinding): number =>
  compare(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0) ||
  compare(a.message, b.message);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The documentation from one finding in the sample. */
function occurrence(
  tool: ToolDefinition,
  { rule, file, line, endLine, place, excerpt, message }: RawFinding,
  positive: readonly SampleFile[],
  negative: readonly SampleFile[],
): Omit<RuleDocumentation, keyof Description> {
  const source = line === undefined ? undefined : positive.find(({ path }) => path === file);
  const bad =
    source !== undefined ? exampleAt(source, line!, endLine) : excerpt === undefined ? undefined : exampleOf(excerpt);
  const good = source === undefined ? undefined : correctionOf(source, line!, negative);
  // A record of a target is not a file that users know; `place` names its subject.
  const meant = place ?? (source === undefined && tool.reads !== 'records' ? file : undefined);
  const shown = secretsOf(tool, rule) ? masked : (example: CodeExample) => example;
  return {
    reported: message,
    ...(meant !== undefined && { place: meant }),
    ...(bad !== undefined && { bad: shown(bad) }),
    ...(good !== undefined && { good: shown(good) }),
  };
}

const secretsOf = ({ rules }: ToolDefinition, rule: string): boolean => pointsAtCredential(rules[rule] ?? {});

const masked = (example: CodeExample): CodeExample => ({ ...example, lines: example.lines.map(maskSecrets) });

/** One line per rule, so that a change of one rule changes one line. */
export function toJson(documentation: Documentation): string {
  const tools = Object.entries(documentation).map(([id, { digest, rules }]) => {
    const lines = Object.entries(rules).map(([rule, known]) => `  ${JSON.stringify(rule)}:${JSON.stringify(known)}`);
    return `${JSON.stringify(id)}:{"digest":${JSON.stringify(digest)},"rules":{\n${lines.join(',\n')}\n}}`;
  });
  return `{\n${tools.join(',\n')}\n}\n`;
}
