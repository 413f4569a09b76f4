import { catalogue, type EngineProfile, engineProfiles } from '@assay/analysis';

/** Faults of an installation. They are put into the catalogue, so that the product's own code produces all effects. */
export interface EngineFaults {
  /** By tool: settings with which its engine fails on every file. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By engine: a required package that is not installed. */
  readonly requires?: Readonly<Record<string, string>>;
}

/** No time at all to judge an expression: the engine refuses that on each file, in its own process. */
export const BROKEN_REGEX_DOS: EngineFaults = { settings: { 'regex-dos': { regexTimeoutMs: 0 } } };

/**
 * Must be called before the service reads the catalogue. @throws Error for an unknown tool or engine, because the test
 * would test nothing
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
