import { markerLine } from '../src/domain/comment-body';
import { PullRequestWorld, verdictOf } from './pull-request-world';

describe('the answer of a code host', () => {
  let world: PullRequestWorld;
  beforeEach(async () => {
    world = await PullRequestWorld.begin();
    await world.given(verdictOf(1));
  });
  afterEach(() => world.end());

  it.each([
    ['another status of success', { status: 200, body: { id: 1 } }],
    ['no content', { status: 204 }],
    ['an object without an id', { status: 201, body: { ok: true } }],
    ['a page', { status: 201, body: 'welcome to the network' }],
    ['nothing', { status: 201, body: null }],
  ])('is none that its API describes where it is %s: the status is told again', async (_, reply) => {
    world.api.scripted.push(reply);
    expect(await world.status(1)).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('the host answered'),
    });
    expect(await world.status(1)).toMatchObject({ kind: 'delivered' });
  });

  it('may be longer than what is read: a status is told, and a comment found again', async () => {
    const body = { text: 'x'.repeat(17 * 1024 * 1024) };
    world.api.scripted.push({ status: 201, body });
    expect(await world.status(1)).toMatchObject({ kind: 'delivered' });
    const thread = world.api.threads.open('hosta', 'ada/shop', 7);
    world.api.scripted.push({ status: 201, body });
    expect(await world.comment(1)).toMatchObject({ kind: 'retry' });
    const { marker } = world.events.log.at(-1)!.data as { marker: string };
    world.api.threads.write(thread, `${markerLine(marker)}\n\nposted by the attempt before`);
    expect(await world.comment(1)).toMatchObject({ kind: 'delivered', detail: expect.stringMatching(/^edited/) });
    expect(thread.comments).toHaveLength(1);
  });

  it('that limits requests holds for all messages with its token: none of 200 runs into the limit again', async () => {
    world.api.scripted.push({ status: 429, headers: { 'retry-after': '90' } });
    for (let told = 0; told < 200; told += 1)
      expect(await world.status(1)).toMatchObject({
        kind: 'retry',
        reason: expect.stringContaining('limits requests'),
      });
    expect(await world.comment(1)).toMatchObject({ kind: 'retry', after: 90_000 });
    expect(world.api.calls).toHaveLength(1);
    world.now += 90_001;
    expect(await world.status(1)).toMatchObject({ kind: 'delivered' });
  });

  it('that took the last request of a limit has the next one wait for its end', async () => {
    const reset = String(world.now / 1_000 + 30);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    world.api.scripted.push({ status: 201, body: { id: 1 }, headers });
    expect(await world.status(1)).toMatchObject({ kind: 'delivered' });
    expect(await world.status(1)).toMatchObject({ kind: 'retry', after: 30_000 });
    expect(world.api.calls).toHaveLength(1);
  });

  it('is never asked for where the service may not contact it', async () => {
    world.api.threads.open('hosta', 'ada/shop', 7);
    world.isAllowed = false;
    const refused = {
      kind: 'failed',
      reason: 'this service may not contact hosta: ASSAY_ALLOWED_TARGETS names what it may',
    };
    expect(await world.status(1)).toEqual(refused);
    expect(await world.comment(1)).toEqual(refused);
    expect(await world.annotate(1)).toEqual(refused);
    expect(world.api.calls).toEqual([]);
  });
});
