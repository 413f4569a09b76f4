import type { HostReply } from '../code-host-api';
import type { DescribedRequest } from './described-api';

interface HostedComment {
  readonly id: number;
  body: string;
  readonly created_at: string;
  updated_at: string;
  edits: number;
}

interface HostedThread {
  readonly host: string;
  readonly repository: string;
  readonly number: number;
  readonly branch: string;
  readonly fromFork: boolean;
  readonly comments: HostedComment[];
}

const NOT_FOUND: HostReply = { status: 404, body: { message: 'Not Found' } };
/** Characters of a comment that GitHub takes. */
const LONGEST = 65_536;

/** Pull requests and merge requests, with what is written below them. */
export class HostedThreads {
  private readonly threads: HostedThread[] = [];
  private lastId = 2_000_000_000;
  now = '2026-11-05T10:00:00Z';

  open(host: 'hosta' | 'hostb', repository: string, number: number, branch = 'change', fromFork = false): HostedThread {
    const thread = { host, repository, number, branch, fromFork, comments: [] };
    this.threads.push(thread);
    return thread;
  }

  /** As a person does. */
  delete({ comments }: HostedThread, id: number): void {
    comments.splice(
      comments.findIndex((comment) => comment.id === id),
      1,
    );
  }

  write({ comments }: HostedThread, body: string): HostedComment {
    const comment = { id: (this.lastId += 1), body, created_at: this.now, updated_at: this.now, edits: 0 };
    comments.push(comment);
    return comment;
  }

  reply(host: string, { operationId, path, query, body }: DescribedRequest): HostReply | undefined {
    const repository = path['id'] ?? `${path['owner']}/${path['repo']}`;
    const number = Number(path['issue_number'] ?? path['merge_request_iid']);
    const of = this.threads.filter((thread) => thread.host === host && thread.repository === repository);
    const thread = of.find((each) => each.number === number);
    switch (operationId) {
      case 'issues/get':
      case 'get-merge-request':
        return thread ? { status: 200, body: {} } : NOT_FOUND;
      case 'issues/list-comments':
      case 'list-notes':
        return thread ? { status: 200, body: pageOf(listed(thread, query), query) } : NOT_FOUND;
      case 'issues/create-comment':
      case 'create-note':
        if (!thread) return NOT_FOUND;
        if (host === 'hosta' && String(body['body']).length > LONGEST) return { status: 422 };
        return { status: 201, body: this.write(thread, String(body['body'])) };
      case 'issues/update-comment':
        return this.edited(
          of.flatMap(({ comments }) => comments),
          path['comment_id'],
          body,
        );
      case 'update-note':
        return this.edited(thread?.comments ?? [], path['note_id'], body);
      case 'list-merge-requests':
        return { status: 200, body: pageOf(requestsOf(of, query['source_branch']), query) };
      default:
        return undefined;
    }
  }

  private edited(comments: readonly HostedComment[], id: string | undefined, { body }: DescribedRequest['body']) {
    const comment = comments.find((each) => each.id === Number(id));
    if (!comment) return NOT_FOUND;
    comment.body = String(body);
    comment.updated_at = this.now;
    comment.edits += 1;
    return { status: 200, body: comment };
  }
}

/** GitHub lists the oldest first, those alone that changed since a time; GitLab as it is asked. */
function listed({ comments }: HostedThread, { since, sort }: DescribedRequest['query']): HostedComment[] {
  const found = comments.filter(({ updated_at }) => since === undefined || Date.parse(updated_at) >= Date.parse(since));
  return sort === 'desc' ? found.reverse() : found;
}

const pageOf = <Each>(all: readonly Each[], { page = '1', per_page: size = '30' }: DescribedRequest['query']): Each[] =>
  all.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));

/** As they were opened. */
const requestsOf = (threads: readonly HostedThread[], source: string | undefined) =>
  threads.filter(({ branch }) => branch === source).map(requestOf);

const requestOf = ({ number, branch, fromFork }: HostedThread) => ({
  iid: number,
  source_branch: branch,
  source_project_id: fromFork ? 2 : 1,
  target_project_id: 1,
});
