import type { CodeHost } from '@assay/kernel';
import { type HostApi, idIn, listIn, repositoryPath } from './host-api';

/** Comments of a page, and pages that are looked through for one comment. */
const PAGE = 50;
const MOST_PAGES = 20;
/** Milliseconds that the clock of a host may be behind. */
const CLOCK_SKEW = 3_600_000;
const GONE = [404, 410];
/** Merge requests of one branch that get a comment, and pages of them that are looked through. */
const MOST_MERGE_REQUESTS = 5;
const MOST_REQUEST_PAGES = 10;

/** The comments below a pull request or merge request. Its methods throw what {@link HostApi.call} throws. */
export interface CommentThread {
  /** The first comment with this text that was written since then; undefined if there is none. */
  find(text: string, since: string): Promise<number | undefined>;
  /** @returns its id */
  post(body: string): Promise<number>;
  /** False if the thread is there, and the comment is not. */
  edit(commentId: number, body: string): Promise<boolean>;
}

interface HostComment {
  readonly id: number;
  readonly body?: string | null;
  readonly created_at: string;
}

/** An older comment that has the text now was edited: somebody who could read the text has put it there. */
const isWritten = ({ body, created_at: at }: HostComment, text: string, from: number): boolean =>
  Date.parse(at) >= from && (body?.includes(text) ?? false);

/** As GitHub has it: comments of a pull request are those of its issue, the oldest first. */
const hostaThread = (api: HostApi, repository: string, number: number): CommentThread => {
  const root = `${repositoryPath('hosta', repository)}/issues`;
  return {
    async find(text, since) {
      const from = Date.parse(since) - CLOCK_SKEW;
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = new URLSearchParams({
          since: new Date(from).toISOString(),
          per_page: String(PAGE),
          page: String(page),
        });
        const comments = await listOf<HostComment>(api, `${root}/${number}/comments?${query}`);
        const found = comments.find((comment) => isWritten(comment, text, from));
        if (found || comments.length < PAGE) return found?.id;
      }
      return undefined;
    },
    post: async (body) => idIn(await api.call({ method: 'POST', path: `${root}/${number}/comments`, body: { body } })),
    edit: (commentId, body) =>
      edited(api, { method: 'PATCH', path: `${root}/comments/${commentId}`, body: { body } }, `${root}/${number}`),
  };
};

/** As GitLab has it: notes of a merge request, the newest first. */
const hostbThread = (api: HostApi, repository: string, number: number): CommentThread => {
  const request = `${repositoryPath('hostb', repository)}/merge_requests/${number}`;
  return {
    async find(text, since) {
      const from = Date.parse(since) - CLOCK_SKEW;
      let found: number | undefined;
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = new URLSearchParams({
          order_by: 'created_at',
          sort: 'desc',
          per_page: String(PAGE),
          page: String(page),
        });
        const notes = await listOf<HostComment>(api, `${request}/notes?${query}`);
        // The oldest one: anybody who copies the text does so later.
        found = notes.findLast((note) => isWritten(note, text, from))?.id ?? found;
        if (notes.length < PAGE || Date.parse(notes.at(-1)!.created_at) < from) return found;
      }
      return found;
    },
    post: async (body) => idIn(await api.call({ method: 'POST', path: `${request}/notes`, body: { body } })),
    edit: (commentId, body) =>
      edited(api, { method: 'PUT', path: `${request}/notes/${commentId}`, body: { body } }, request),
  };
};

const THREADS: Readonly<Record<CodeHost, typeof hostaThread>> = { hosta: hostaThread, hostb: hostbThread };

export const commentThread = (api: HostApi, repository: string, number: number): CommentThread =>
  THREADS[api.host](api, repository, number);

/** The merge requests of a branch that get a comment. */
interface BranchRequests {
  /** The oldest first. */
  readonly numbers: readonly number[];
  /** Why not all get one; undefined if all do. */
  readonly left: string | undefined;
}

/** Merge requests on hostb that are open for a branch of the project itself: a fork may call its branch the same. */
export async function openMergeRequests(api: HostApi, repository: string, branch: string): Promise<BranchRequests> {
  const own: number[] = [];
  for (let page = 1; page <= MOST_REQUEST_PAGES; page += 1) {
    const query = new URLSearchParams({
      state: 'opened',
      source_branch: branch,
      order_by: 'created_at',
      sort: 'asc',
      per_page: String(PAGE),
      page: String(page),
    });
    const path = `${repositoryPath('hostb', repository)}/merge_requests?${query}`;
    const requests = await listOf<{ iid: number; source_project_id: number; target_project_id: number }>(api, path);
    for (const { iid, source_project_id: source, target_project_id: target } of requests)
      if (source === target) own.push(iid);
    if (own.length > MOST_MERGE_REQUESTS)
      return {
        numbers: own.slice(0, MOST_MERGE_REQUESTS),
        left: `more than ${MOST_MERGE_REQUESTS} merge requests are open for the branch: the oldest have the comment`,
      };
    if (requests.length < PAGE) return { numbers: own, left: undefined };
  }
  const looked = MOST_REQUEST_PAGES * PAGE;
  const left = `more than ${looked} merge requests are open for branches of this name: the oldest were looked at`;
  return { numbers: own, left };
}

/** A host that shows neither the comment nor its thread has taken away the access, and deleted nothing. */
async function edited(
  api: HostApi,
  request: { readonly method: 'PATCH' | 'PUT'; readonly path: string; readonly body: object },
  thread: string,
): Promise<boolean> {
  const { status } = await api.call({ ...request, expected: GONE });
  if (!GONE.includes(status)) return true;
  await api.call({ method: 'GET', path: thread });
  return false;
}

async function listOf<Each>(api: HostApi, path: string): Promise<readonly Each[]> {
  return listIn<Each>(await api.call({ method: 'GET', path }));
}
