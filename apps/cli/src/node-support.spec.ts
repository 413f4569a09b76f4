import { engines } from '../../../package.json';
import lock from '../../../package-lock.json';
import { subset } from 'semver';
import { nodeSupport } from './node-support';

const today = new Date('2026-11-22T12:00:00Z');

describe('the running Node.js', () => {
  it.each([
    ['18.20.8', 'problem', /needs \^20\.19\.0/],
    ['20.18.3', 'problem', /needs/],
    ['20.20.2', 'weaker', /out of support since 2026-04-30, use Node\.js 24/],
    ['22.23.3', 'ok', /in support until 2027-04-30/],
    ['24.21.0', 'ok', /in support until 2028-04-30/],
    ['26.10.0', 'ok', /in support until 2029-04-30/],
    ['27.1.0', 'weaker', /tested on 20, 22, 24, 26/],
  ])('%s is judged %s', (version, state, says) => {
    expect(nodeSupport(version, today)).toEqual({ state, says: expect.stringMatching(says) as string });
  });

  it('is in support up to and including its last day', () => {
    expect(nodeSupport('22.23.3', new Date('2027-04-30T23:00:00Z')).state).toBe('ok');
    expect(nodeSupport('22.23.3', new Date('2027-05-01T00:00:00Z')).state).toBe('weaker');
  });

  // npm warns of each package that asks for another Node.js; optional ones it leaves out in silence.
  it.each(['^20.19.0', '^22.16.0', '^24.0.0', '^26.0.0'])(
    '%s is one for which every installed package says that it runs there',
    (range) => {
      expect(subset(range, engines.node)).toBe(true);
      const asked = Object.entries(
        lock.packages as Record<string, { engines?: { node?: string }; optional?: boolean }>,
      );
      const refused = asked.filter(
        ([, { engines: own, optional }]) => !optional && own?.node !== undefined && !subset(range, own.node),
      );
      expect(refused.map(([path, { engines: own }]) => `${path} asks for ${own?.node}`)).toEqual([]);
    },
  );
});
