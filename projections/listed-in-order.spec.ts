import type { FindingGroupDocument } from '@assay/findings';
import { SEVERITIES } from '@assay/kernel';
import { type Query, openSqliteReadModelStore } from '@assay/read-models';
import { openDatabase } from '@assay/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIFECYCLES } from '../libs/findings/src/queries/finding-lines';
import {
  ListProjectFindings,
  ListProjectFindingsHandler,
} from '../libs/findings/src/queries/list-project-findings/list-project-findings';
import { type FindingFilters, ListedGroups } from '../libs/findings/src/queries/listed-groups';
import { orderSql, whereSql } from '../libs/read-models/src/sqlite/sql';
import { finding, recorded } from '../libs/findings/test/recorded';
import { projected } from '../libs/read-models/test/projected';
import { findingMembers } from './finding-members.projection';
import { findings } from './findings.projection';
import { lineFindings } from './line-findings.projection';

const LISTED = [findings, findingMembers, lineFindings];
const FILTERS: readonly FindingFilters[] = [
  {},
  { severity: SEVERITIES[1] },
  { category: 'security' },
  { tool: 'a-tool' },
  { group: 'a-group' },
  { severity: SEVERITIES[1], category: 'security' },
  { severity: SEVERITIES[1], tool: 'a-tool' },
];

interface Asked {
  readonly collection: string;
  readonly query: Query;
}

/** Read models that have nothing, say that they have one, and keep what they were asked for. */
function askedModels() {
  const asked: Asked[] = [];
  const readModels = {
    collection: ({ name }: { name: string }) => ({
      get: async () => undefined,
      getMany: async () => [],
      count: async () => 1,
      find: async (query: Query) => (asked.push({ collection: name, query }), []),
    }),
  };
  return { asked, readModels: readModels as never };
}

const page = { limit: 50, offset: 0 };
async function ofScans(filters: FindingFilters): Promise<Asked[]> {
  const { asked, readModels } = askedModels();
  await new ListedGroups(readModels, {} as never).page({ organizationId: 'org_1', scanId: 'scn_1', filters, ...page });
  return asked;
}
async function ofProjects(filters: FindingFilters): Promise<Asked[]> {
  const { asked, readModels } = askedModels();
  const latest = { scanId: 'scn_1', ended: { lineId: 'lin_1', position: 9 } };
  const handler = new ListProjectFindingsHandler(
    readModels,
    { latestScan: async () => latest } as never,
    { byId: async () => new Map() } as never,
  );
  for (const state of [undefined, ...LIFECYCLES]) {
    const of = { organizationId: 'org_1', projectId: 'prj_1', ...(state && { state }), filters };
    await handler.execute(new ListProjectFindings({ ...of, ...page }));
  }
  return asked.filter(({ collection }) => collection === lineFindings.name);
}

describe('a page of findings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-in-order-'));
  const file = join(folder, 'read-models.db');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    const store = await openSqliteReadModelStore({ file });
    for (const { name, indexes } of LISTED) await store.collection({ name, ...(indexes && { indexes }) });
    await store.close();
  });

  it.each([
    ['a scan', ofScans],
    ['a project', ofProjects],
  ])(
    'of %s is read in the order of an index, whatever is asked for: a million are never sorted',
    async (_, askedOf) => {
      const database = openDatabase(file, { readonly: true });
      const sorted: unknown[] = [];
      let queries = 0;
      for (const filters of FILTERS)
        for (const { collection, query } of await askedOf(filters)) {
          const { text, parameters } = whereSql(query.where);
          const order = orderSql(query.sort, query.where);
          const steps = database
            .prepare<unknown[], { detail: string }>(
              `EXPLAIN QUERY PLAN SELECT * FROM "documents/${collection}" WHERE ${text} ORDER BY ${order} LIMIT 50`,
            )
            .all(...parameters)
            .map(({ detail }) => detail);
          queries += 1;
          const isInOrder = steps[0]!.startsWith('SEARCH') && !steps.includes('USE TEMP B-TREE FOR ORDER BY');
          if (!isInOrder) sorted.push([query.where, ...steps]);
        }
      database.close();
      expect(queries).toBeGreaterThanOrEqual(FILTERS.length);
      expect(sorted).toEqual([]);
    },
  );

  it('of two scans of one code is in one order, though the ids differ', async () => {
    const store = await openSqliteReadModelStore({ file: join(folder, 'two-scans.db') });
    const { name, indexes } = findings;
    const collection = await store.collection<FindingGroupDocument>({ name, ...(indexes && { indexes }) });
    const ids = { scn_1: ['f1', 'f2'], scn_2: ['f4', 'f3'] };
    for (const [scanId, [first, second]] of Object.entries(ids)) {
      const [one, two] = [
        finding(first!, { group: 'g1', fingerprint: 'one' }),
        finding(second!, { group: 'g2', fingerprint: 'two' }),
      ];
      const documents = Object.entries(projected(findings, [recorded('lint', one, two)]));
      await collection.bulk(
        documents.map(([id, document]) => ({
          ...{ id: `${scanId}/${id}`, position: 1 },
          document: { ...(document as FindingGroupDocument), scanId },
        })),
      );
    }
    const readModels = { collection: () => collection } as never;
    const listed = async (scanId: string) =>
      (
        await new ListedGroups(readModels, { placeOf: async () => undefined } as never).page({
          ...{ organizationId: 'org_1', scanId, filters: {} },
          ...page,
        })
      ).groups.map(({ members }) => members[0]!.fingerprint);
    expect(await listed('scn_1')).toEqual(await listed('scn_2'));
    await store.close();
  });
});
