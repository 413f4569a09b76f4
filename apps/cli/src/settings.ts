import { type Settings, readSettings } from '@assay/kernel';
import { availableParallelism } from 'node:os';

/** The settings of this process, with what the command line overrides. */
export const settingsWith = (options: Readonly<Record<string, string | undefined>> = {}): Settings =>
  readSettings(process.env, options, availableParallelism());
