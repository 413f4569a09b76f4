import type { ToolDefinition } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import type { ToolReportDocument } from '../queries/session-document';
import type { RulePageOf } from './rule-pages';
import { EXTENSIONS_A_RUN } from './sarif-parts';
import { ruleOf } from './sarif-rule';

/** The tools and rules of one SARIF run, as they turn up. */
export interface RuleIndex {
  /** The index of a finding's tool among the extensions, and of its rule within the extension. */
  place(finding: FindingView): { readonly extension: number; readonly rule: number };
  extensions(): readonly object[];
}

interface Extension {
  readonly component: Readonly<Record<string, unknown>>;
  readonly rules: Map<string, object>;
}

interface Known {
  readonly definition: (tool: string) => ToolDefinition | undefined;
  readonly rulePage: RulePageOf;
}

/** Tools that found something come first, as they turn up. The other tools follow while there is room. */
export function ruleIndex(tools: readonly ToolReportDocument[], { definition, rulePage }: Known): RuleIndex {
  const reports = new Map(tools.map((report) => [report.toolName, report]));
  const extensions = new Map<string, Extension>();
  const indexes = new Map<string, number>();
  const places = new Map<string, { extension: number; rule: number }>();
  const extensionOf = (name: string): Extension => {
    const known = extensions.get(name);
    if (known) return known;
    const report = reports.get(name);
    const made = { component: report ? componentOf(report, definition(name)) : { name }, rules: new Map() };
    indexes.set(name, extensions.size);
    extensions.set(name, made);
    return made;
  };
  return {
    place(finding) {
      const key = `${finding.tool}\0${finding.rule}`;
      const known = places.get(key);
      if (known) return known;
      const { rules } = extensionOf(finding.tool);
      rules.set(finding.rule, ruleOf(finding, rulePage(finding.tool, finding.rule)));
      const place = { extension: indexes.get(finding.tool)!, rule: rules.size - 1 };
      places.set(key, place);
      return place;
    },
    extensions() {
      for (const { toolName } of tools) if (extensions.size < EXTENSIONS_A_RUN) extensionOf(toolName);
      return [...extensions.values()].map(({ component, rules }) => ({ ...component, rules: [...rules.values()] }));
    },
  };
}

function componentOf(
  { toolName, status, result, findingsCount }: ToolReportDocument,
  definition: ToolDefinition | undefined,
): Record<string, unknown> {
  const engine = result?.engine ?? null;
  return {
    name: toolName,
    ...(definition && { fullName: definition.name, shortDescription: { text: definition.description } }),
    ...(engine && { version: engine.version }),
    properties: {
      status,
      findingsCount,
      ...(engine && { engine: engine.name }),
      ...(result?.filesChecked !== undefined && { filesChecked: result.filesChecked }),
      ...(result?.truncated && { truncated: true }),
      ...(result?.notKept && { notKept: result.notKept }),
    },
  };
}
