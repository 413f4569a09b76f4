import { type Settings, readSettings } from '@assay/kernel';
import { availableParallelism } from 'node:os';

type Values = Readonly<Record<string, string | undefined>>;

/**
 * The settings of this process, with what the command line overrides.
 * @param defaults where a command has other ones than a service
 */
export const settingsWith = (options: Values = {}, defaults: Values = {}): Settings =>
  readSettings({ ...defaults, ...process.env }, options, availableParallelism());
