import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'image-config',
  name: 'Assay image configuration checks',
  licence: 'UNLICENSED',
  scope: 'project',
  memoryMb: 512,
  requires: [],
};
