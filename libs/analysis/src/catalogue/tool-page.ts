import type { TargetPart } from '@assay/target-records';
import type { EngineProfile } from '../engines/engine-profile';
import { nameOfWeakness } from './cwe-names';
import type { RuleDocumentation } from './rule-documentation';
import { nameOfCriterion } from './success-criteria';
import type { RuleDefinition, Severity, ToolDefinition } from './tool';

/** One rule, with all the content of its section on a page. */
export interface RulePage extends Pick<RuleDocumentation, 'why' | 'url' | 'reported' | 'place' | 'bad' | 'good'> {
  readonly id: string;
  /** Without a full stop. */
  readonly title: string;
  readonly severity: Severity;
  readonly cwe?: { readonly id: string; readonly name: string };
  /** Success criteria of WCAG 2.2 that the defect breaks. */
  readonly wcag: readonly { readonly criterion: string; readonly name: string }[];
  readonly fix: string;
}

export interface ToolPage extends Pick<ToolDefinition, 'id' | 'name' | 'description' | 'category' | 'billing' | 'targets' | 'files' | 'advice'> {
  /** The part of the target that the tool reads: the current files, their history, or records of the running target. */
  readonly reads: TargetPart;
  readonly engine: Pick<EngineProfile, 'id' | 'name' | 'licence'>;
  /** In the catalogue's order. */
  readonly rules: readonly RulePage[];
}

/** The content of a tool's page, for the documentation, the API and the command line. */
export function toolPage(tool: ToolDefinition, { id, name, licence }: EngineProfile, documentation: Readonly<Record<string, RuleDocumentation>>): ToolPage {
  return {
    id: tool.id,
    name: tool.name,
    description: tool.description,
    category: tool.category,
    billing: tool.billing,
    targets: tool.targets,
    reads: tool.reads ?? 'source',
    files: tool.files,
    advice: tool.advice,
    engine: { id, name, licence: licence === 'UNLICENSED' ? 'part of Assay' : licence },
    rules: Object.entries(tool.rules).map(([rule, definition]) => rulePage(rule, definition, documentation[rule] ?? {}, tool.advice)),
  };
}

function rulePage(id: string, { title: own, severity, cwe, fix = '' }: RuleDefinition, { why, ...known }: RuleDocumentation, advice: string): RulePage {
  const title = own ?? titleFrom(why) ?? (IS_A_NUMBER.test(id) ? (titleFrom(known.reported) ?? titleFrom(fix)) : undefined) ?? inWords(id);
  return {
    id,
    title,
    severity,
    ...(cwe !== undefined && { cwe: { id: cwe, name: nameOfWeakness(cwe) } }),
    wcag: criteriaNamedIn(fix).map((criterion) => ({ criterion, name: nameOfCriterion(criterion) })),
    ...(why !== undefined && withoutFullStop(why) !== title && { why }),
    fix: fix === '' ? advice : fix,
    ...known,
  };
}

/** `B006`, `MD001`, `TS2304`: ids that mean nothing to a reader who does not know them. */
const IS_A_NUMBER = /^[A-Z]+[0-9]+$/;

const LONGEST_TITLE = 120;

/** The first sentence of the engine's message, if it is short enough for a heading. */
function titleFrom(text: string | undefined): string | undefined {
  const [sentence = ''] = text?.split(/(?<=[.:;])\s+(?=[A-Z])/) ?? [];
  const title = withoutFullStop(sentence);
  return title === '' || title.length > LONGEST_TITLE ? undefined : title.charAt(0).toUpperCase() + title.slice(1);
}

const withoutFullStop = (text: string): string => text.replace(/[.:;]$/, '');

/** `typescript/no-this-alias` → `No this alias`, `a11y/noAutofocus` → `No autofocus`. */
export function inWords(rule: string): string {
  const words = rule
    .slice(rule.lastIndexOf('/') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The success criteria that the catalogue names in a fix: `… (WCAG 1.3.1, 4.1.2).` */
const criteriaNamedIn = (fix: string): string[] => [...fix.matchAll(/\bWCAG (\d\.\d\.\d{1,2}(?:, \d\.\d\.\d{1,2})*)/g)].flatMap(([, criteria = '']) => criteria.split(', '));
