import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'graphql',
  name: 'GraphQL.js',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 768,
  requires: ['graphql'],
};
