import { type EventStore, EventStoreUnavailable, openSqliteEventStore } from '@assay/event-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompareFindings,
  CompareFindingsHandler,
  type FindingStatus,
  type RecordedFinding,
  type TriageEvent,
  findingsStream,
  triageStream,
} from '../src';
import { finding, recorded } from './recorded';

const TRIAGE = triageStream('prj_1');
const EARLY = '2026-11-01T08:00:00.000Z';

describe('a decision about a finding that has another fingerprint now', () => {
  let folder: string;
  let events: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-carried-'));
    events = await openSqliteEventStore({ file: join(folder, 'events.db'), brief: true });
  });
  afterEach(async () => {
    await events.close();
    await rm(folder, { recursive: true });
  });

  const at = (scan: number) => `2026-11-0${scan}T10:00:00.000Z`;
  const scan = async (number: number, seen: Partial<RecordedFinding>, tool = 'lint', store = events) => {
    const found = finding(`fnd_${number}`, {
      snippet: { startLine: 1, highlightLine: 1, lines: ['eval(the.value)'] },
      ...seen,
    });
    await events.append(findingsStream(`ses_${number}`), [recorded(tool, found)]);
    await compare(number, store);
  };
  const compare = (number: number, store = events) =>
    new CompareFindingsHandler(store).execute(
      new CompareFindings({
        scan: {
          lineId: 'lin_1',
          organizationId: 'org_1',
          projectId: 'prj_1',
          branch: null,
          sessionId: `ses_${number}`,
          scanId: `scn_${number}`,
          scanPosition: number,
          at: at(number),
          paths: '',
        },
        looked: () => ({ at: () => 'examined', isGone: (file) => file === 'src/old.ts' }),
        kindOf: ({ tool, rule }) => `${tool === 'old-lint' ? 'lint' : tool}/${rule}`,
      }),
    );
  const decide = (fingerprint: string, to: FindingStatus, when = EARLY) =>
    events.append(TRIAGE, [
      {
        type: 'FindingStatusChanged',
        data: { fingerprint, organizationId: 'org_1', from: 'open', to, note: 'by design', by: 'usr_1', at: when },
      },
    ]);
  const decisions = async () => {
    const all: object[] = [];
    for await (const { type, data } of events.readStream<TriageEvent>(TRIAGE))
      if (type === 'FindingStatusChanged') all.push(data);
    return all.slice(1);
  };
  const carried = {
    fingerprint: 'new',
    carriedFrom: 'old',
    organizationId: 'org_1',
    from: 'open',
    to: 'accepted',
    note: 'by design',
    by: 'usr_1',
    at: at(2),
  };

  it.each([
    ['is formatted', {}, {}, 'lint'],
    ['is in a file that was moved', { file: 'src/old.ts' }, { file: 'src/new.ts' }, 'lint'],
    ['is reported by a tool that was renamed', {}, {}, 'old-lint'],
  ])('holds where it %s', async (_, before, now, tool) => {
    await scan(1, { fingerprint: 'old', ...before }, tool);
    await decide('old', 'accepted');
    await scan(2, { fingerprint: 'new', ...now });
    await compare(2);
    expect(await decisions()).toEqual([carried]);
  });

  it('holds for the same finding alone', async () => {
    await scan(1, { fingerprint: 'old' });
    await decide('old', 'accepted');
    await scan(2, { fingerprint: 'new', rule: 'another-rule' });
    expect(await decisions()).toEqual([]);
  });

  it('does not undo what was decided since', async () => {
    await scan(1, { fingerprint: 'old' });
    await decide('old', 'accepted');
    await decide('new', 'resolved', '2026-11-01T09:00:00.000Z');
    await scan(2, { fingerprint: 'new' });
    expect(await decisions()).toMatchObject([{ fingerprint: 'new', to: 'resolved' }]);
  });

  it('is carried on, with the name of who decided', async () => {
    await scan(1, { fingerprint: 'old' });
    await decide('old', 'accepted');
    await scan(2, { fingerprint: 'new' });
    await scan(3, { fingerprint: 'newest' });
    expect(await decisions()).toEqual([carried, { ...carried, fingerprint: 'newest', carriedFrom: 'new', at: at(3) }]);
  });

  it.each([0, 1])('is carried once, though the process dies after %i appends', async (last) => {
    await scan(1, { fingerprint: 'old' });
    await decide('old', 'accepted');
    let appends = 0;
    const dying = new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return (...parameters: unknown[]) => {
          if (name === 'append' && (appends += 1) > last) throw new EventStoreUnavailable('dead');
          return member.apply(target, parameters) as unknown;
        };
      },
    });
    await scan(2, { fingerprint: 'new' }, 'lint', dying).catch(() => undefined);
    await compare(2);
    expect(await decisions()).toEqual([carried]);
  });
});
