import type { Settings } from '@assay/kernel';
import { type Confinement, type Protection, detectConfinement, missingProtections } from '@assay/sandbox';
import { StartRefused } from './start-refused';

/** How a process that runs engines takes it that a required protection is missing. */
export interface ConfinementRule {
  /**
   * `refuse`: it starts only if the settings give up what is missing. `accept`: the user is told, and it starts. That
   * is for a person who analyses files of their own machine, which run there anyhow. Default: `refuse`.
   */
  readonly missing?: 'refuse' | 'accept';
  /** The protections of this machine. Default: those that are detected. */
  readonly detect?: () => Promise<Pick<Confinement, 'protections'>>;
}

/**
 * Checks that engines are confined on this machine.
 * @returns the required protections that are missing although the process starts
 * @throws StartRefused
 */
export async function checkConfinement(
  { roles, unconfined }: Pick<Settings, 'roles' | 'unconfined'>,
  { missing: rule = 'refuse', detect = detectConfinement }: ConfinementRule = {},
): Promise<readonly Protection[]> {
  if (!roles.has('worker')) return [];
  const missing = missingProtections((await detect()).protections);
  const refused = missingProtections(missing, unconfined);
  if (rule === 'accept' || refused.length === 0) return missing;
  throw new StartRefused(
    `engines would not be confined on this machine, and targets may be hostile:\n${describeMissing(refused)}\n` +
      'Allow user namespaces here (docs/confinement.md says how on common hosts; assay doctor checks it), or ' +
      `give this up with ASSAY_UNCONFINED=${names(missing)}`,
  );
}

const names = (protections: readonly Protection[]): string => protections.map(({ name }) => name).join(',');

/** The protections that are given up, one line for each. */
export const describeMissing = (missing: readonly Protection[]): string =>
  missing.map(({ name, how, reason }) => `- ${name}: ${how}${reason ? ` (${reason})` : ''}`).join('\n');
