import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'kubernetes',
  name: 'Assay Kubernetes rules',
  licence: 'Assay',
  scope: 'file',
  memoryMb: 512,
  requires: ['yaml'],
};
