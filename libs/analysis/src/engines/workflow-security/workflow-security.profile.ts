import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'workflow-security',
  name: 'Assay workflow rules',
  licence: 'Assay',
  scope: 'file',
  memoryMb: 512,
  requires: ['yaml'],
};
