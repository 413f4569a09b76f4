import { type RulePage, documentationOf, toolPage } from '@assay/analysis';
import type { ToolCatalogue } from '../tool-catalogue';

/** The catalogue's page of a rule. */
export type RulePageOf = (tool: string, rule: string) => RulePage | undefined;

/** The pages of the catalogue's rules. A tool's pages are made when one of its rules is first requested. */
export function rulePages(catalogue: Pick<ToolCatalogue, 'tool' | 'engine'>): RulePageOf {
  const pages = new Map<string, ReadonlyMap<string, RulePage>>();
  return (id, rule) => {
    let page = pages.get(id);
    if (page === undefined) {
      const tool = catalogue.tool(id);
      const engine = tool && catalogue.engine(tool.engine);
      const rules = tool && engine ? toolPage(tool, engine, documentationOf(id)).rules : [];
      page = new Map(rules.map((each) => [each.id, each]));
      pages.set(id, page);
    }
    return page.get(rule);
  };
}
