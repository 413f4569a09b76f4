import { catalogue, type EngineProfile, engineProfiles } from '@assay/analysis';

/**
 * What can be wrong with an installation. It is put into the catalogue: all that follows from it is the product's own
 * doing.
 */
export interface EngineFaults {
  /** By tool: settings with which its engine breaks on every file. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By engine: a package that it requires and that is not installed. */
  readonly requires?: Readonly<Record<string, string>>;
}

/** An expression may be judged for no time at all: the engine refuses that on each file, in its own process. */
export const BROKEN_REGEX_DOS: EngineFaults = { settings: { 'regex-dos': { regexTimeoutMs: 0 } } };

/**
 * Before the service reads the catalogue. @throws Error for a tool or an engine that there is not: the test would test
 * nothing
 */
export function inflict({ settings = {}, requires = {} }: EngineFaults): void {
  for (const [tool, broken] of Object.entries(settings)) Object.assign(existing(catalogue, tool), { settings: broken });
  for (const [engine, packageName] of Object.entries(requires)) {
    const profile: EngineProfile = existing(engineProfiles, engine);
    Object.assign(profile, { requires: [...profile.requires, packageName] });
  }
}

function existing<Definition extends { readonly id: string }>(
  definitions: readonly Definition[],
  id: string,
): Definition {
  const definition = definitions.find((each) => each.id === id);
  if (!definition) throw new Error(`there is no ${id}`);
  return definition;
}
