import type { Settings } from '@assay/kernel';
import pc from 'picocolors';

/** Hosts that stand for every address of a machine. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Says where the API answers.
 * @param url of a host that stands for every address it names the one by which this machine reaches itself
 */
export function describeListening(url: string, { host }: Pick<Settings, 'host'>): string {
  const everywhere = EVERY_ADDRESS.has(host) ? `, and at every address of this machine (${host})` : '';
  return `${pc.bold('Assay')} listens on ${pc.cyan(url)}${everywhere}  (documentation: ${url}/docs)`;
}
