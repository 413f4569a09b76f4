import { type RuleDecisions, counts, todaysRule } from '@assay/analysis';
import { type Examined, type Looked, type Units, examinedUnits } from '@assay/findings';
import type { ScanStarted, ToolCompleted } from '../domain/session-events';
import { type ToolCatalogue } from '../tool-catalogue';
import { chooser } from '../activities/chosen-paths';

interface RecordedScope {
  readonly started: ScanStarted['data'];
  readonly decisions: RuleDecisions;
  /** The outcomes of the tools that completed. */
  readonly completed: ReadonlyMap<string, ToolCompleted['data']>;
  readonly catalogue: Pick<ToolCatalogue, 'tool'>;
  readonly listings: (listing: string) => Units | undefined;
  /** Whether the earlier scan was restricted to the same paths. */
  readonly samePaths: boolean;
  /** The current name of a rule. */
  readonly today?: typeof todaysRule;
}

/**
 * The scope that a scan examined, from the records of its session. A tool that failed, was skipped, timed out, found
 * more than is stored or could not tell what it examined counts as having examined nothing; and no tool examined the
 * target for a rule that did not count.
 */
export function examinedScope({
  started,
  decisions,
  completed,
  catalogue,
  listings,
  samePaths,
  today = todaysRule,
}: RecordedScope): Looked {
  const isChosen = started.decisions?.paths === undefined ? () => true : chooser(started.decisions.paths);
  const known = new Map<string, Examined | undefined>();
  const examinedBy = (tool: string): Examined | undefined => {
    if (!known.has(tool)) {
      const { coverage, result } = completed.get(tool) ?? {};
      const units = coverage && !result?.truncated ? listings(coverage.listing) : undefined;
      known.set(tool, units && examinedUnits(coverage!.examined, units));
    }
    return known.get(tool);
  };
  const source = [...completed.keys()].find((tool) => (catalogue.tool(tool)?.reads ?? 'source') === 'source');
  return {
    at(seen, { file, unit }) {
      const { tool, rule } = today(seen);
      const examined = examinedBy(tool);
      const definition = catalogue.tool(tool);
      if (!examined || !definition || !Object.hasOwn(definition.rules, rule)) return 'not examined';
      if (!counts(decisions, definition, rule, file ?? undefined)) return 'not examined';
      // Another selection of files gives other results for units that are judged together, and for the target as a
      // whole.
      if ((file === null || completed.get(tool)?.coverage?.together) && !samePaths) return 'not examined';
      if (file === null) return 'examined';
      const examination = examined.of(unit ?? file);
      return examination === 'absent' && !isChosen(file) ? 'not examined' : examination;
    },
    isGone: (file) => source !== undefined && examinedBy(source)?.of(file) === 'absent' && isChosen(file),
  };
}
