import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'page',
  name: 'axe-core and a browser',
  licence: 'MPL-2.0',
  scope: 'project',
  memoryMb: 512,
  requires: ['axe-core', 'puppeteer-core'],
};
