import type { ToolDefinition } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import type { ToolReportDocument } from '../queries/session-document';

/** The tools and rules of one SARIF run, as they turn up. */
export interface RuleIndex {
  /** Where a finding's tool stands among the extensions, and its rule in that one. */
  place(finding: FindingView): { readonly extension: number; readonly rule: number };
  extensions(): readonly object[];
}

interface Extension {
  readonly component: Readonly<Record<string, unknown>>;
  readonly rules: Map<string, object>;
}

export function ruleIndex(
  tools: readonly ToolReportDocument[],
  definition: (tool: string) => ToolDefinition | undefined,
): RuleIndex {
  const extensions = new Map<string, Extension>(
    tools.map((report) => [
      report.toolName,
      { component: componentOf(report, definition(report.toolName)), rules: new Map() },
    ]),
  );
  const indexOf = (name: string): number => [...extensions.keys()].indexOf(name);
  const places = new Map<string, { extension: number; rule: number }>();
  return {
    place(finding) {
      const key = `${finding.tool}\0${finding.rule}`;
      const known = places.get(key);
      if (known) return known;
      const extension = extensions.get(finding.tool) ?? {
        component: { name: finding.tool },
        rules: new Map<string, object>(),
      };
      extensions.set(finding.tool, extension);
      extension.rules.set(finding.rule, ruleOf(finding, definition(finding.tool)));
      const place = { extension: indexOf(finding.tool), rule: extension.rules.size - 1 };
      places.set(key, place);
      return place;
    },
    extensions: () =>
      [...extensions.values()].map(({ component, rules }) => ({ ...component, rules: [...rules.values()] })),
  };
}

function componentOf(
  { toolName, status, result, findingsCount }: ToolReportDocument,
  definition: ToolDefinition | undefined,
): Record<string, unknown> {
  const engine = result?.engine ?? null;
  return {
    name: toolName,
    ...(definition ? { fullName: definition.name, shortDescription: { text: definition.description } } : {}),
    ...(engine ? { version: engine.version } : {}),
    properties: {
      status,
      findingsCount,
      ...(engine ? { engine: engine.name } : {}),
      ...(result?.filesChecked === undefined ? {} : { filesChecked: result.filesChecked }),
      ...(result?.truncated ? { truncated: true } : {}),
    },
  };
}

function ruleOf(
  { tool, rule, title, cwe, category, suggestion }: FindingView,
  definition: ToolDefinition | undefined,
): object {
  const known = definition?.rules[rule];
  return {
    id: rule,
    name: rule,
    shortDescription: { text: known?.title ?? title },
    help: { text: known?.fix ?? suggestion },
    properties: { tool, category, tags: [category, ...(cwe === null ? [] : [cwe])] },
  };
}
