import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'spectral',
  name: 'Spectral',
  licence: 'Apache-2.0',
  scope: 'file',
  memoryMb: 1_024,
  requires: [
    '@stoplight/spectral-core',
    '@stoplight/spectral-parsers',
    '@stoplight/spectral-ref-resolver',
    '@stoplight/spectral-rulesets',
    'yaml',
  ],
};
