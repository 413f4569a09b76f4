import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'links',
  name: 'Assay link checks',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 512,
  requires: [],
};
