import { compare, explain, valid } from '@renovatebot/pep440';
import { LONGEST_VERSION, type VersionOrder } from './version-order';

export const pep440Versions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && valid(text) !== null,
  compare: (a, b) => compare(a, b),
  // `2.1.0+cu118` is 2.1.0 with other build options; `==2.1.0` and `<=2.1.0` match it.
  published: (text) => text.split('+', 1)[0]!,
  isPreRelease: (text) => {
    const explained = explain(text);
    return explained !== null && (explained.is_prerelease || explained.is_devrelease);
  },
};
