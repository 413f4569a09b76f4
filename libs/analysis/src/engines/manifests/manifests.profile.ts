import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'manifests',
  name: 'Assay manifest checks',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 1_024,
  requires: ['typescript'],
};
