import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'image-filesystem',
  name: 'Assay image file system checks',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 1_024,
  requires: [],
};
