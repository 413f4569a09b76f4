import { delimiter } from 'node:path';
import { directoryRootsProblem, parseDirectoryRoots, rootsOfOrganization } from './directory-roots';

describe('the list of directory roots', () => {
  const listed = ['/plain', 'org_a=/of-a', 'org_a,org_b=/of-both', '*=/of-all', '/odd/name=value'].join(delimiter);
  const rootsOf = (organizationId: string, isOnly: boolean) =>
    rootsOfOrganization(parseDirectoryRoots(listed), { organizationId, isOnly });

  it('gives a plain root to the only organization', () =>
    expect(rootsOf('org_x', true)).toEqual(['/plain', '/of-all', '/odd/name=value']));

  it('gives a plain root to nobody where there are several organizations', () =>
    expect(rootsOf('org_x', false)).toEqual(['/of-all']));

  it('gives a named root to the named organizations alone', () => {
    expect(rootsOf('org_a', false)).toEqual(['/of-a', '/of-both', '/of-all']);
    expect(rootsOf('org_b', false)).toEqual(['/of-both', '/of-all']);
  });

  it.each([
    ['my=folder', /ids of organizations .* before the = of my=folder/],
    ['=/srv', /ids of organizations/],
    ['org_a,=/srv', /ids of organizations/],
    ['*,org_a=/srv', /ids of organizations/],
    ['/srv:org_a=', /a path behind the = of org_a=/],
  ])('is refused: %s', (value, problem) =>
    expect(directoryRootsProblem(value.replaceAll(':', delimiter))).toMatch(problem),
  );

  it('is accepted in each of its forms', () => {
    for (const value of [listed, '', './my=folder', 'relative', 'org_a, org_b=relative'])
      expect(directoryRootsProblem(value)).toBeUndefined();
  });
});
