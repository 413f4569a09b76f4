import type { EngineProfile, ToolDefinition } from '@assay/analysis';

/** What can run here: the definitions, and which engines are missing. */
export interface ToolCatalogue {
  readonly tools: readonly ToolDefinition[];
  tool(id: string): ToolDefinition | undefined;
  engine(id: string): EngineProfile | undefined;
  /** Why an engine's tools cannot run in this installation; undefined where they can. */
  missing(engine: string): string | undefined;
}

/** The injection token of the {@link ToolCatalogue}. */
export const TOOL_CATALOGUE = Symbol('ToolCatalogue');
