import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'stylelint',
  name: 'Stylelint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  weight: 3,
  requires: ['stylelint', 'stylelint-scss', 'postcss-scss', 'postcss-html', '@double-great/stylelint-a11y'],
};
