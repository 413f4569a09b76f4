import { type EventStore, decide } from '@assay/event-store';
import { type CodeHost, deterministicUuid, timestamp } from '@assay/kernel';
import type { Channel, DeliveryOutcome, OutgoingMessage } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';
import { randomBytes } from 'node:crypto';
import { commentBody, markerLine } from '../domain/comment-body';
import { type CommentEvent, type CommentPlace, type CommentSays, commentStream } from '../domain/comment-events';
import { type CommentTurn, beginComment, keptComment, turnOf } from '../domain/kept-comment';
import type { PullRequestNews } from '../domain/pull-request-news';
import { type CommentThread, commentThread, openMergeRequests } from './comment-thread';
import { type HostAccess, openHostApi, outcomeIn, skip } from './host-api';
import { type VerdictSources, toldVerdict } from './told-verdict';

export const PULL_REQUEST_COMMENT = 'pull-request-comment';

/** Characters that a host takes of a comment: GitHub 65,536, GitLab 1,000,000. A marker is a line of it. */
const LONGEST_COMMENT: Readonly<Record<CodeHost, number>> = { hosta: 65_536, hostb: 1_000_000 };
const MARKER_ROOM = 100;
/** Milliseconds after which a delivery that began to write has died: longer than an attempt may take. */
const WRITING = 60_000;

type Options = HostAccess & Omit<VerdictSources, 'events'> & { readonly shared: Pick<SharedReports, 'addressOf'> };

/** Keeps one comment an automation on each pull request or merge request, with the newest verdict. */
export const pullRequestCommentChannel = (options: Options): Channel => ({
  kind: PULL_REQUEST_COMMENT,
  deliver(message: OutgoingMessage, signal: AbortSignal) {
    const news = message.content as PullRequestNews;
    const { organizationId } = message;
    const { host, repository, branch, sessionId, scanId, automationName } = news;
    return outcomeIn(host, async () => {
      const { events } = options.stores;
      const { verdict, findings } = await toldVerdict({ ...options, events }, sessionId);
      const api = await openHostApi(options, { host, organizationId, what: 'comment', signal });
      const { numbers, left } =
        news.number === null
          ? await openMergeRequests(api, repository, branch)
          : { numbers: [news.number], left: undefined };
      if (numbers.length === 0)
        return skip(`no merge request is open for the branch ${branch}${left === undefined ? '' : `; ${left}`}`);
      const link = await options.shared.addressOf({ organizationId, scanId }, message.requestedAt);
      const limit = LONGEST_COMMENT[host] - MARKER_ROOM;
      const body = commentBody({ verdict, automationName, findings, link, limit });
      const outcomes: DeliveryOutcome[] = [];
      for (const number of numbers) {
        const thread = commentThread(api, repository, number);
        outcomes.push(await keepComment({ message, news, number, thread, body }, options));
      }
      return together(outcomes, left);
    });
  },
});

interface Keeping {
  readonly message: OutgoingMessage;
  readonly news: PullRequestNews;
  readonly number: number;
  readonly thread: CommentThread;
  readonly body: string;
}

/**
 * Edits the comment that is there, or posts one. Each step is recorded after it is done, and found again where the
 * process dies before that: an edit is repeated, and a comment that was posted has a marker that nobody can guess.
 */
async function keepComment(
  { message, news, number, thread, body }: Keeping,
  { stores: { events }, clock }: Options,
): Promise<DeliveryOutcome> {
  const { host, repository, automationId, triggeredAt, scanId } = news;
  const { organizationId, id: by } = message;
  const place: CommentPlace = { organizationId, automationId, host, repository, number };
  const stream = commentStream(keyOf(place));
  const says: CommentSays = { scanId, triggeredAt };
  for (;;) {
    const now = clock.now();
    const beginning = {
      ...place,
      by,
      triggeredAt,
      at: now.toISOString(),
      until: new Date(now.getTime() + WRITING).toISOString(),
      marker: randomBytes(16).toString('hex'),
    };
    const { state, events: begun } = await decide(events, stream, keptComment, (kept) => beginComment(beginning, kept));
    if (begun.length === 0) {
      const turn = turnOf(beginning, state);
      if (turn.kind === 'write') continue; // somebody else ended just then
      return withoutWriting(turn, now);
    }
    const marker = markerLine(state.marker!);
    const marked = `${marker}\n\n${body}`;
    // With an earlier marker, a process may have posted a comment and died.
    const isNew = state.marker === beginning.marker;
    const found = state.commentId ?? (isNew ? undefined : await thread.find(marker, state.since!));
    if (found === undefined) {
      const commentId = await thread.post(marked);
      await record(events, stream, { type: 'CommentPosted', data: { commentId, ...says, at: timestamp(clock) } });
      return { kind: 'delivered', detail: `posted as ${commentId} on ${number}` };
    }
    if (await thread.edit(found, marked)) {
      const at = timestamp(clock);
      const data = { ...says, at };
      await record(
        events,
        stream,
        state.commentId === undefined
          ? { type: 'CommentPosted', data: { commentId: found, ...data } }
          : { type: 'CommentEdited', data },
      );
      return { kind: 'delivered', detail: `edited ${found} on ${number}` };
    }
    await record(events, stream, { type: 'CommentMissed', data: { commentId: found, at: timestamp(clock) } });
  }
}

function withoutWriting(turn: Exclude<CommentTurn, { readonly kind: 'write' }>, now: Date): DeliveryOutcome {
  switch (turn.kind) {
    case 'outdated':
      return { kind: 'skipped', reason: 'the comment has a newer verdict' };
    case 'unwanted':
      return { kind: 'skipped', reason: 'somebody has deleted the comment twice: it is not written again' };
    case 'wait': {
      const after = Date.parse(turn.until) - now.getTime();
      return { kind: 'retry', reason: 'another delivery writes the comment', after };
    }
  }
}

/** Only one process writes until its time is over: what it has done is recorded in any case. */
const record = (events: EventStore, stream: string, event: CommentEvent) =>
  decide(events, stream, keptComment, () => [event]);

/** Hosts do not tell names of repositories by their case. */
const keyOf = ({ organizationId, automationId, host, repository, number }: CommentPlace): string =>
  deterministicUuid(JSON.stringify([organizationId, automationId, host, repository.toLowerCase(), number]));

/** The outcome of several comments: of one that must be done again, else of one that was done, else why none was. */
function together(outcomes: readonly DeliveryOutcome[], left: string | undefined): DeliveryOutcome {
  for (const kind of ['retry', 'failed'] as const) {
    const found = outcomes.find((outcome) => outcome.kind === kind);
    if (found) return found;
  }
  const details = outcomes.flatMap((outcome) => (outcome.kind === 'delivered' ? [outcome.detail] : []));
  if (details.length === 0) return outcomes[0]!;
  return { kind: 'delivered', detail: [...details, ...(left === undefined ? [] : [left])].join('; ') };
}
