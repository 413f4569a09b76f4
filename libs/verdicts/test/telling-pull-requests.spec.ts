import { PullRequestWorld, SHA, findingPlace, verdictOf } from './pull-request-world';

describe('the comment on a pull request', () => {
  let world: PullRequestWorld;
  beforeEach(async () => {
    world = await PullRequestWorld.begin();
    for (const scan of [1, 2, 3]) await world.given(verdictOf(scan));
  });
  afterEach(async () => {
    await world.end();
    expect(world.api.refused).toEqual([]);
  });

  it.each([
    ['hosta', 'ada/shop', 7],
    ['hostb', 'group/sub/shop', null],
  ] as const)('is posted once on %s, and edited in place from then on', async (host, repository, number) => {
    const thread = world.api.threads.open(host, repository, 7);
    world.api.threads.open(host, repository, 8, 'another');
    world.api.threads.open(host, repository, 9, 'change', true);
    world.api.threads.write(thread, 'a comment of somebody');
    for (const scan of [1, 2, 3])
      expect(await world.comment(scan, { host, repository, number })).toMatchObject({ kind: 'delivered' });
    expect(thread.comments).toHaveLength(2);
    const { body, edits } = thread.comments[1]!;
    expect(edits).toBe(2);
    expect(body).toContain('### Assay: fail');
    expect(body).toContain('**1 new** (1 high) · 2 gone · 14 unchanged');
    expect(body).toContain(
      '- **high** `src/a.js:1`: `eval is called (1)`: `The text that is evaluated is a parameter.` (`js-eval/no-eval`)',
    );
    expect(body).toContain('[The report](https://assay.example/a-link)');
  });

  it('is on the merge requests of the project itself, however many forks call a branch the same', async () => {
    const about = { host: 'hostb', repository: 'ada/shop', number: null } as const;
    for (let number = 1; number <= 120; number += 1)
      world.api.threads.open('hostb', 'ada/shop', number, 'change', true);
    const own = [121, 122].map((number) => world.api.threads.open('hostb', 'ada/shop', number));
    expect(await world.comment(1, about)).toMatchObject({ kind: 'delivered' });
    expect(own.map(({ comments }) => comments.length)).toEqual([1, 1]);
    for (let number = 123; number <= 127; number += 1) own.push(world.api.threads.open('hostb', 'ada/shop', number));
    expect(await world.comment(2, about)).toMatchObject({
      kind: 'delivered',
      detail: expect.stringMatching(/on 125; more than 5 merge requests are open for the branch/),
    });
    expect(own.map(({ comments }) => comments.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });

  it('says so where too many merge requests of forks are open', async () => {
    for (let number = 1; number <= 501; number += 1)
      world.api.threads.open('hostb', 'ada/shop', number, 'change', true);
    expect(await world.comment(1, { host: 'hostb', repository: 'ada/shop', number: null })).toEqual({
      kind: 'skipped',
      reason: expect.stringMatching(/^no merge request is open for the branch change; more than 500 merge requests/),
    });
  });

  it('is one for each automation', async () => {
    const thread = world.api.threads.open('hosta', 'ada/shop', 7);
    expect(await world.comment(1)).toMatchObject({ kind: 'delivered' });
    expect(await world.comment(2, { automationId: 'aut_2' })).toMatchObject({ kind: 'delivered' });
    expect(thread.comments).toHaveLength(2);
  });

  it('is not set back by an older verdict that is told late', async () => {
    const thread = world.api.threads.open('hosta', 'ada/shop', 7);
    await world.comment(2);
    expect(await world.comment(1)).toEqual({ kind: 'skipped', reason: 'the comment has a newer verdict' });
    expect(thread.comments[0]!.edits).toBe(0);
  });

  it('is posted anew once where somebody deleted it, and not for ever', async () => {
    const thread = world.api.threads.open('hosta', 'ada/shop', 7);
    await world.comment(1);
    world.api.threads.delete(thread, thread.comments[0]!.id);
    expect(await world.comment(2)).toMatchObject({ kind: 'delivered', detail: expect.stringMatching(/^posted/) });
    world.api.threads.delete(thread, thread.comments[0]!.id);
    for (const scan of [3, 3])
      expect(await world.comment(scan)).toMatchObject({ kind: 'skipped', reason: /deleted the comment twice/ });
    expect(thread.comments).toEqual([]);
  });

  it('takes lost access for no deletion', async () => {
    const thread = world.api.threads.open('hosta', 'ada/shop', 7);
    await world.comment(1);
    world.api.scripted.push({ status: 404 }, { status: 404 });
    expect(await world.comment(2)).toEqual({ kind: 'failed', reason: 'the host refused the comment (404)' });
    world.now += 60_000;
    expect(await world.comment(3)).toMatchObject({ kind: 'delivered' });
    expect(thread.comments.map(({ edits }) => edits)).toEqual([1]);
  });

  it('waits as long as the host says', async () => {
    world.api.threads.open('hosta', 'ada/shop', 7);
    world.api.scripted.push({ status: 429, headers: { 'retry-after': '90' } });
    expect(await world.comment(1)).toMatchObject({ kind: 'retry', after: 90_000 });
    world.now += 90_000;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(world.now / 1_000 + 600) };
    world.api.scripted.push({ status: 403, headers });
    expect(await world.comment(1)).toMatchObject({ kind: 'retry', after: 600_000 });
    world.now += 600_000;
    expect(await world.comment(1)).toMatchObject({ kind: 'delivered' });
  });

  it('is written by one delivery at a time, until that counts as dead', async () => {
    const thread = world.api.threads.open('hosta', 'ada/shop', 7);
    world.api.scripted.push({ status: 502 });
    expect(await world.comment(1)).toMatchObject({ kind: 'retry' });
    expect(await world.comment(2)).toEqual({
      kind: 'retry',
      reason: 'another delivery writes the comment',
      after: 60_000,
    });
    world.now += 60_000;
    expect(await world.comment(2)).toMatchObject({ kind: 'delivered' });
    expect(await world.comment(1)).toMatchObject({ kind: 'skipped' });
    expect(thread.comments).toHaveLength(1);
  });

  describe.each(['hosta', 'hostb'] as const)('on %s, of a process that dies', (host) => {
    const about = { host, repository: 'ada/shop', number: 7 };
    it.each(['lost-before-writing', 'lost-after-writing'] as const)(
      'is one comment, wherever it died (%s)',
      async (fault) => {
        const thread = world.api.threads.open(host, 'ada/shop', 7);
        // More than a page of comments come between.
        const chatter = () => {
          for (let n = 0; n < 60; n += 1) world.api.threads.write(thread, `comment ${n}`);
        };
        const ours = () => thread.comments.filter(({ body }) => body.startsWith('<!-- assay '));
        for (const [scan, appends] of [
          [1, 2],
          [2, 2],
        ] as const)
          for (let append = 0; append < appends; append += 1) {
            world.events.faults.push(...Array.from({ length: append }, () => undefined), fault);
            await world.comment(scan, about).catch(() => undefined);
            world.events.faults.length = 0;
            chatter();
            expect(await world.comment(scan, about)).toMatchObject({ kind: 'delivered' });
            expect(ours()).toHaveLength(1);
          }
      },
    );
  });

  it.each(['hosta', 'hostb'] as const)(
    'is none that somebody wrote before on %s, and put its text into',
    async (host) => {
      const about = { host, repository: 'ada/shop', number: 7 };
      const thread = world.api.threads.open(host, 'ada/shop', 7);
      world.api.threads.now = '2026-11-05T08:00:00Z';
      const theirs = world.api.threads.write(thread, 'a comment of somebody');
      world.api.threads.now = '2026-11-05T10:00:00Z';
      // It is posted, and that is not recorded.
      world.events.faults.push(undefined, 'lost-before-writing');
      await world.comment(1, about).catch(() => undefined);
      const ours = thread.comments[1]!;
      Object.assign(theirs, { body: ours.body, updated_at: world.api.threads.now });
      expect(await world.comment(1, about)).toEqual({ kind: 'delivered', detail: `edited ${ours.id} on 7` });
      expect([theirs.edits, ours.edits, thread.comments.length]).toEqual([0, 1, 2]);
    },
  );

  it('is not made of what is deleted, and not on a branch that nobody wants merged', async () => {
    await world.events.append('verdict-ses_1', [
      { type: 'VerdictDeleted', data: { scanId: 'scn_1', at: '2026-11-05T11:00:00.000Z' } },
    ]);
    expect(await world.comment(1)).toEqual({ kind: 'skipped', reason: 'the scan is deleted' });
    expect(await world.comment(2, { host: 'hostb', number: null })).toEqual({
      kind: 'skipped',
      reason: 'no merge request is open for the branch change',
    });
    expect(world.api.calls).toEqual(['list-merge-requests']);
  });
});

describe('annotations beside the lines of a commit', () => {
  let world: PullRequestWorld;
  afterEach(() => world.end());
  const many = (count: number) => Array.from({ length: count }, (_, index) => findingPlace(index + 1));
  const opened = async (isApp: boolean, count: number) => {
    const opening = await PullRequestWorld.begin({ isApp });
    const places = many(count);
    for (const place of places) opening.places.set(place.id, place);
    const newFindings = { ids: places.map(({ id }) => id), total: count, failing: count };
    await opening.given(verdictOf(1, { newFindings }));
    return opening;
  };

  it('are a check run, 50 a request', async () => {
    world = await opened(true, 100);
    world.places.set('fnd_3', findingPlace(3, { file: null }));
    expect(await world.annotate(1)).toEqual({ kind: 'delivered', detail: '99 annotations in check run 1' });
    const [run, ...others] = world.api.checks.runs;
    expect(others).toEqual([]);
    expect(run).toMatchObject({ sha: SHA, conclusion: 'failure', pages: [50, 49] });
    expect(run!.annotations[0]).toEqual({
      path: 'src/a.js',
      start_line: 1,
      end_line: 1,
      annotation_level: 'failure',
      title: 'high: eval is called (1)',
      message: 'The text that is evaluated is a parameter.\nCall the function by its name.\njs-eval/no-eval',
    });
    // Told again, all are there.
    await world.annotate(1);
    expect(run!.pages).toEqual([50, 49]);
    expect(world.api.refused).toEqual([]);
  });

  it('go on where a delivery broke off', async () => {
    world = await opened(true, 100);
    world.api.scripted.push({ status: 200, body: { total_count: 0, check_runs: [] } });
    await world.annotate(1);
    const [run] = world.api.checks.runs;
    run!.annotations.length = 50;
    expect(await world.annotate(1)).toMatchObject({ kind: 'delivered' });
    expect(run!.annotations).toHaveLength(100);
    expect(new Set(run!.annotations.map(({ start_line: line }) => line)).size).toBe(100);
  });

  it('are left to the status where the token is of no app, which is said and not tried again', async () => {
    world = await opened(false, 3);
    expect(await world.annotate(1)).toMatchObject({ kind: 'skipped', reason: /lets apps alone do.*commit status/ });
    expect(world.api.calls).toEqual(['checks/list-for-ref', 'checks/create']);
  });

  it('are none where no new finding has a line', async () => {
    world = await opened(true, 1);
    world.places.set('fnd_1', findingPlace(1, { line: null }));
    expect(await world.annotate(1)).toEqual({ kind: 'skipped', reason: 'no new finding has a line' });
    expect(world.api.calls).toEqual([]);
  });
});
