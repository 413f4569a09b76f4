import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'oxlint',
  name: 'Oxlint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 2_048,
  requires: ['oxlint'],
  // `eslint-disable` is turned off by the configuration; oxlint's own directives are always obeyed.
  // The look-behind stands last: before the words it would run at every character.
  neutralise: [/oxlint-(?:disable|enable)(?<=(?:\/\/|\/\*|<!--|-->)[\s\u0085*]*oxlint-(?:disable|enable))/g],
};
