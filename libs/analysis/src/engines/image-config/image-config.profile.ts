import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'image-config',
  name: 'Assay image configuration checks',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 512,
  requires: [],
};
