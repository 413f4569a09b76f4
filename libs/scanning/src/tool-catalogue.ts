import { DEFAULT_STAGING_LIMITS, type StagingLimits } from '@assay/targets';
import {
  type EngineProfile,
  type ToolDefinition,
  type ToolSample,
  catalogue,
  engineProfiles,
  missingRequirement,
  sampleOf,
} from '@assay/analysis';

/** The tools of this installation: the definitions, and which engines are missing. */
export interface ToolCatalogue {
  readonly tools: readonly ToolDefinition[];
  tool(id: string): ToolDefinition | undefined;
  engine(id: string): EngineProfile | undefined;
  /** Why an engine's tools cannot run in this installation; undefined if they can. */
  missing(engine: string): string | undefined;
  /** The sample that a tool is tried on; undefined if this installation has none. */
  sample(tool: string): ToolSample | undefined;
  readonly stagingOptions: StagingOptions;
}

export interface StagingOptions {
  readonly limits: StagingLimits;
  /** Directives that could hide results from some engine; they are blanked in the staged copy. */
  readonly neutralise: readonly RegExp[];
}

/** The injection token of the {@link ToolCatalogue}. */
export const TOOL_CATALOGUE = Symbol('ToolCatalogue');

/**
 * The catalogue of this installation, loaded when somebody first asks it: a service that runs no scan does without it.
 * Missing engines are looked up once for each process: engines do not come and go.
 */
export function installedCatalogue(): ToolCatalogue {
  let found: ReturnType<typeof lookUp> | undefined;
  const installed = () => (found ??= lookUp());
  return {
    get tools() {
      return catalogue;
    },
    tool: (id) => installed().tools.get(id),
    engine: (id) => installed().engines.get(id),
    missing(engine) {
      const { missing } = installed();
      return missing.has(engine) ? missing.get(engine) : `this version has no engine named ${engine}`;
    },
    sample(id) {
      const tool = installed().tools.get(id);
      return tool && sampleOf(tool);
    },
    stagingOptions: {
      limits: DEFAULT_STAGING_LIMITS,
      neutralise: engineProfiles.flatMap(({ neutralise }) => neutralise ?? []),
    },
  };
}

const lookUp = () => ({
  tools: new Map(catalogue.map((tool) => [tool.id, tool])),
  missing: new Map(engineProfiles.map((profile) => [profile.id, missingRequirement(profile)])),
  engines: new Map(engineProfiles.map((profile) => [profile.id, profile])),
});
