import { checkDirectoryAllowed } from '@assay/targets';
import { RefusedError } from '@assay/kernel';
import type { TargetOf } from '../../domain/session-target';
import type { TargetDefinition } from '../target-definition';

declare module '../../domain/session-target' {
  interface TargetFields {
    /** An absolute path; of an admitted one every link is resolved. */
    directory: { readonly directory: string };
  }
}

export const directory: TargetDefinition<TargetOf<'directory'>> = {
  cataloguedAs: 'directory',
  written: 'a directory',

  async admit(target, { sources }) {
    const allowed = await checkDirectoryAllowed(target.directory, sources.directoryRoots);
    if (!allowed.ok) throw new RefusedError(allowed.refusal);
    return { kind: 'directory', directory: allowed.value };
  },

  /** It is here: it is staged from where it lies. */
  acquire: async (target) => ({ source: { folder: target.directory } }),

  describe: (target) => target.directory,
  identity: (target) => `directory:${target.directory}`,
  view: (target) => ({ directory: target.directory }),
  viewFields: { directory: 'text' },
};
