import { compare, explain, valid } from '@renovatebot/pep440';
import { LONGEST_VERSION, type VersionOrder } from './version-order';

export const pep440Versions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && valid(text) !== null,
  compare: (a, b) => compare(a, b),
  isPreRelease: (text) => {
    const explained = explain(text);
    return explained !== null && (explained.is_prerelease || explained.is_devrelease);
  },
};
