import type { ReadModels } from '@assay/read-models';
import { type SessionDocument, sessionDocuments } from '@assay/scanning';
import { removeFinishedCopies, resumeSessions } from './session-resumption';

const SESSIONS = 1_234;

/** As many sessions as a long queue has, and the largest answer that somebody had of them. */
function sessionsOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({
    id: `ses_${index}`,
    position: 1,
    document: {
      sessionId: `ses_${index}`,
      organizationId: 'org_1',
      scanId: `scn_${index}`,
      createdAt: String(index).padStart(6, '0'),
      active: index % 2 === 0,
      target: { kind: 'directory', directory: '/srv/target' },
      toolReports: { 'markdown-lint': {} },
    } as unknown as SessionDocument,
  }));
  const seen = { largest: 0 };
  const readModels = {
    collection: ({ name }: { name: string }) => {
      expect(name).toBe(sessionDocuments.name);
      return {
        get: async (id: string) => all.find((one) => one.id === id),
        find: async ({ where, limit }: { where: { createdAt?: { gte: string } }; limit: number }) => {
          const found = all
            .filter(({ document }) => document.active && document.createdAt >= (where.createdAt?.gte ?? ''))
            .slice(0, limit);
          seen.largest = Math.max(seen.largest, found.length);
          return found;
        },
      };
    },
  } as unknown as ReadModels;
  return { all, seen, readModels };
}

describe('resuming sessions', () => {
  it('gives each that has not ended, and whose turn has come, its workflow, and holds a page of them', async () => {
    const { all, seen, readModels } = sessionsOf(SESSIONS);
    const started: string[] = [];
    await resumeSessions(
      readModels,
      { start: async ({ sessionId }) => void started.push(sessionId) },
      { isRunning: async ({ sessionId }) => sessionId !== 'ses_0' },
    );
    expect(started).toEqual(all.filter(({ id, document }) => document.active && id !== 'ses_0').map(({ id }) => id));
    expect(seen.largest).toBeLessThanOrEqual(60);
  });

  it('removes the copies of sessions that are over or unknown, and of no others', async () => {
    const { seen, readModels } = sessionsOf(SESSIONS);
    const removed: string[] = [];
    await removeFinishedCopies(readModels, {
      sessions: async () => ['ses_1', 'ses_2', 'ses_3', 'ses_unknown'],
      remove: async (sessionId) => void removed.push(sessionId),
    });
    expect({ removed, largest: seen.largest }).toEqual({ removed: ['ses_1', 'ses_3', 'ses_unknown'], largest: 0 });
  });
});
