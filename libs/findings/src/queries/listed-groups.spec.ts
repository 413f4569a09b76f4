import { ListedGroups } from './listed-groups';

const page = { limit: 50, offset: 0 };
const group = { organizationId: 'org_1', sessionId: 'ses_1' };

/** Findings of a scan of `org_1`, and how often they were counted. */
function listed({
  hasCompleted,
  found = [group],
  suppressed = [],
}: {
  hasCompleted: boolean;
  found?: readonly object[];
  suppressed?: readonly object[];
}) {
  const counted: unknown[] = [];
  const readModels = {
    collection: () => ({
      find: async ({ where }: { where: { suppressed?: boolean | null } }) =>
        (where.suppressed ? suppressed : found).map((document) => ({ id: 'grp_1', document })),
      getMany: async () => found.map((document) => ({ id: 'grp_1', document })),
      count: async (where: unknown) => (counted.push(where), 20_000),
    }),
  };
  const lines = { placeOf: async () => (hasCompleted ? { lineId: 'lin_1' } : undefined) };
  const groups = new ListedGroups(readModels as never, lines as never);
  const list = (organizationId: string, filters = {}) =>
    groups.page({ organizationId, scanId: 'scn_1', filters, ...page });
  return { list, counted };
}

describe('the findings of a scan', () => {
  it('are counted once for each filter when the scan has completed, and for each page until then', async () => {
    const [completed, running] = [listed({ hasCompleted: true }), listed({ hasCompleted: false })];
    for (const { list } of [completed, running])
      for (const filters of [{}, {}, { severity: 'high' }, { tool: 'a' }, { tool: 'a' }])
        expect((await list('org_1', filters)).total).toBe(20_000);
    expect([completed, running].map(({ counted }) => counted.length)).toEqual([3, 5]);
    expect(completed.counted[1]).toEqual({ scanId: 'scn_1', severityRank: 1 });
  });

  it('are asked for suppressed ones only where the scan has any', async () => {
    const { list, counted } = listed({ hasCompleted: true, suppressed: [group] });
    await list('org_1');
    await list('org_1', { suppressed: true });
    expect(counted).toEqual([
      { scanId: 'scn_1', suppressed: null },
      { scanId: 'scn_1', suppressed: true },
    ]);
  });

  it('are nothing to another organization, also where they have been counted', async () => {
    const { list } = listed({ hasCompleted: true });
    await list('org_1');
    expect(await list('org_2')).toEqual({ groups: [], total: 0 });
    expect(await list('org_2', { tool: 'a' })).toEqual({ groups: [], total: 0 });
  });

  it('are counted for the organization alone where a page has none of them', async () => {
    const { list, counted } = listed({ hasCompleted: true, found: [] });
    await list('org_2');
    expect(counted).toEqual([{ scanId: 'scn_1', organizationId: 'org_2' }]);
  });
});
