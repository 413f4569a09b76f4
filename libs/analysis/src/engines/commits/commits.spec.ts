import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { commitTools } from '../../catalogue/git';
import type { CommitRecord, RepositoryRecord } from '../../../../target-records/src/repository/repository-record';
import { profileOf } from '../engine-table';
import { followsConvention } from './conventional-messages';

const profile = profileOf('commits');

describeToolSamples(profile, commitTools);

const none = { first: [], total: 0 };
const commit = (message: string, more: Partial<CommitRecord> = {}): CommitRecord => ({
  id: '1'.repeat(40),
  parents: 1,
  boundary: false,
  authorName: 'Ada',
  authored: '2026-01-02T03:04:05.000Z',
  committed: '2026-01-02T03:04:05.000Z',
  signed: false,
  message,
  empty: false,
  ...more,
});
const recordOf = (
  commits: readonly CommitRecord[],
  tree: Partial<RepositoryRecord['tree']> = {},
): RepositoryRecord => ({
  at: '2026-02-01T00:00:00.000Z',
  cut: false,
  commits,
  tree: {
    files: 3,
    has: { readme: false, licence: false, gitignore: false },
    unwanted: {},
    large: none,
    colliding: none,
    conflicted: none,
    strayPointers: none,
    ...tree,
  },
});
const judged = async (record: RepositoryRecord) => {
  const run = await runOn(profile, commitTools, { 'commits.json': JSON.stringify(record) });
  for (const { id } of commitTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  return { messages: run.tool('commit-messages').findings, hygiene: run.tool('git-hygiene').findings };
};
const FOLLOWED = ['feat: add the cart', 'fix(cart): keep it', 'docs!: say how'].map((message) =>
  commit(`${message}\n`),
);

describe('the convention of messages', () => {
  it.each([
    ['most subjects have a type', ['feat: a', 'fix(b): c', 'Chore!: d', 'And another'], true],
    ['half of them have none', ['feat: a', 'fix: b', 'docs: c', 'one', 'two', 'three'], false],
    ['there are too few to tell', ['feat: a', 'fix: b'], false],
    ['they name the part that is changed', ['net: a', 'usb: b', 'mm: c', 'doc: d'], false],
  ])('is told: %s', (_, subjects, follows) =>
    expect(followsConvention(subjects.map((subject) => commit(subject)))).toBe(follows),
  );

  it('is what each commit is held to where it is followed, and no other rules', async () => {
    const { messages } = await judged(
      recordOf([
        ...FOLLOWED,
        commit('Add the login.\n'),
        commit('feature: x\n'),
        commit(`fix: X\nbody ${'y'.repeat(120)}\n`),
        commit('Merge pull request #1 from ada/topic\n', { parents: 2 }),
        commit('fixup! feat: add the cart\n'),
        ...FOLLOWED,
      ]),
    );
    expect(messages.map(({ rule, excerpt }) => `${rule}: ${excerpt}`).sort()).toEqual([
      'body-leading-blank: fix: X',
      'body-max-line-length: fix: X',
      'subject-case: fix: X',
      'subject-full-stop: Add the login.',
      'type-empty: Add the login.',
      'type-enum: feature: x',
      'unfinished-work: fixup! feat: add the cart',
    ]);
  });

  it('is kept from excusing a message that quotes what forges write', async () => {
    const { messages } = await judged(
      recordOf([...FOLLOWED, ...FOLLOWED, commit('Add things\n\nMerge branch x\nRevert that\n')]),
    );
    expect(messages.map(({ rule }) => rule)).toEqual(['type-empty']);
  });
});

describe('commit checks', () => {
  it('name the commit and its subject, and never a token that is in it', async () => {
    const { messages } = await judged(recordOf([commit(`Use ghp_${'FAKE1'.repeat(7)}.\n`)]));
    expect(messages).toEqual([
      {
        rule: 'subject-full-stop',
        message: 'The subject ends in a full stop',
        place: 'commit 111111111111',
        excerpt: 'Use ghp_….',
        file: 'commits.json',
      },
    ]);
  });

  it('show the first of each rule and count the rest', async () => {
    const { messages, hygiene } = await judged(
      recordOf(
        Array.from({ length: 150 }, () => commit('update\n', { empty: true })),
        { unwanted: { log: { first: ['a.log', 'b.log'], total: 1_234 } } },
      ),
    );
    expect([messages.length, hygiene.length]).toEqual([20, 22]);
    expect(messages.at(-1)!.message).toBe('The subject does not say what the commit changes (and 130 more)');
    expect(hygiene.map(({ message }) => message)).toContain('It is a log (and 1,232 more)');
  });

  it('get through whatever a message holds', async () => {
    const hostile = [
      '('.repeat(4_000),
      `feat(${'('.repeat(2_000)}`,
      `feat: ${'a '.repeat(1_900)}`,
      'A'.repeat(4_000),
      `${'\u001b[2J'.repeat(500)}`,
      'BREAKING CHANGE: '.repeat(200),
      `${'#1 closes '.repeat(400)}`,
      '\n'.repeat(4_000),
      '\ud800\udfff\u202e',
      `${'fix: '.repeat(700)}\n\n${'Signed-off-by: x\n'.repeat(100)}`,
      `x${' '.repeat(3_900)}x`,
    ];
    const many = Array.from({ length: 200 }, (_, index) => commit(hostile[index % hostile.length]!));
    const { messages } = await judged(recordOf(many));
    expect(messages.map(({ rule }) => rule)).toContain('control-characters');
    const { messages: conventional } = await judged(
      recordOf([
        ...Array.from({ length: 30 }, () => FOLLOWED[0]!),
        ...many.slice(0, 20),
        ...Array.from({ length: 30 }, () => FOLLOWED[0]!),
      ]),
    );
    expect(conventional.map(({ rule }) => rule)).toContain('type-empty');
  }, 100_000);

  it('list a record that is none as unread, and fail', async () => {
    const run = await runOn(profile, commitTools, { 'commits.json': '{"commits": 3' });
    expect(run.tool('git-hygiene').outcome).toMatchObject({ status: 'failed' });
  });
});
