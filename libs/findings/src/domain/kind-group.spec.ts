import { kindGroup } from './kind-group';

describe('the group of a finding', () => {
  const rule = { tool: 'lockfile-integrity', rule: 'unusual-host' };

  it('is one for all findings of a rule, under the id that it always had', () => {
    expect(kindGroup(rule)).toBe('grp_14c499099d4a90926c18');
    expect(kindGroup({ ...rule, tool: 'other' })).not.toBe(kindGroup(rule));
  });

  it('is one for each cause, where the engine names it', () => {
    const one = kindGroup({ ...rule, cause: 'registry.example' });
    expect(one).not.toBe(kindGroup(rule));
    expect(kindGroup({ ...rule, cause: 'registry.example' })).toBe(one);
    expect(kindGroup({ ...rule, cause: 'mirror.example' })).not.toBe(one);
  });
});
