import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'jscpd',
  name: 'jscpd',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 2_048,
  weight: 16,
  requires: ['jscpd'],
  // Its tokenizer leaves out what stands between these two, in a comment or not, and has no option not to.
  neutralise: [/jscpd:ignore-(?:start|end)/g],
};
