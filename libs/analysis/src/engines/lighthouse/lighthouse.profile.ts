import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'lighthouse',
  name: 'Lighthouse',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 512,
  requires: ['lighthouse', 'puppeteer-core'],
};
