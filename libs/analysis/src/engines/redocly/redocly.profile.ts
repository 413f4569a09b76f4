import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'redocly',
  name: 'Redocly',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  requires: ['@redocly/openapi-core', 'yaml'],
};
