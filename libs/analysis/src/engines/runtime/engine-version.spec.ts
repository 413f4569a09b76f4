import { engineProfiles } from '../engine-table';
import { engineVersion } from './engine-version';
import { missingRequirement } from './missing-requirement';

describe('the version of an engine', () => {
  const installed = engineProfiles.filter((profile) => missingRequirement(profile) === undefined);

  it('is known of each that is installed, and is none of Assay itself', () => {
    const judging = installed.filter(
      ({ name, requires, programs }) => requires.length > 0 && !programs && !name.startsWith('Assay'),
    );
    expect(judging.filter((profile) => !/^\d+\.\d+\.\d+/.test(engineVersion(profile) ?? ''))).toEqual([]);
    const own = installed.filter(({ name }) => name.startsWith('Assay'));
    expect(own.filter((profile) => engineVersion(profile) !== undefined)).toEqual([]);
  });

  it('is that of the package that judges', () => {
    const of = (id: string) => engineVersion(engineProfiles.find((profile) => profile.id === id)!);
    expect(of('eslint')).toBe((require('eslint/package.json') as { version: string }).version);
    expect(of('regex-dos')).toBe('4.5.0');
  });
});
