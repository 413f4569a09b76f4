/** Payloads as a GitLab-compatible host sends them, with the fields that its documentation of webhook events shows. */
const WEB = 'https://hostb.example';
export const NO_COMMIT = '0'.repeat(40);

const project = (path: string) => ({
  id: 15,
  name: path.split('/').pop()!,
  description: '',
  web_url: `${WEB}/${path}`,
  avatar_url: null,
  git_ssh_url: `git@hostb.example:${path}.git`,
  git_http_url: `${WEB}/${path}.git`,
  namespace: path.split('/')[0]!,
  visibility_level: 0,
  path_with_namespace: path,
  default_branch: 'main',
  homepage: `${WEB}/${path}`,
  url: `git@hostb.example:${path}.git`,
  ssh_url: `git@hostb.example:${path}.git`,
  http_url: `${WEB}/${path}.git`,
});

const commitOf = (id: string, path: string) => ({
  id,
  message: 'A commit\n',
  title: 'A commit',
  timestamp: '2026-01-01T00:00:00+00:00',
  url: `${WEB}/${path}/-/commit/${id}`,
  author: { name: 'Grace', email: 'grace@site.example' },
  added: [],
  modified: ['a.txt'],
  removed: [],
});

export interface PushFields {
  readonly project?: string;
  readonly ref?: string;
  readonly before?: string;
  readonly after?: string;
  readonly commits?: readonly string[];
  readonly by?: string;
}

export function push({
  project: path = 'group/shop',
  ref = 'refs/heads/main',
  before = 'b'.repeat(40),
  after = 'a'.repeat(40),
  commits = after === NO_COMMIT ? [] : [after],
  by = 'grace',
}: PushFields = {}) {
  const kind = ref.startsWith('refs/tags/') ? 'tag_push' : 'push';
  return {
    object_kind: kind,
    event_name: kind,
    before,
    after,
    ref,
    ref_protected: true,
    checkout_sha: after === NO_COMMIT ? null : after,
    message: null,
    user_id: 4,
    user_name: 'Grace Hopper',
    user_username: by,
    user_email: `${by}@site.example`,
    user_avatar: null,
    project_id: 15,
    project: project(path),
    repository: {
      name: path.split('/').pop()!,
      url: `git@hostb.example:${path}.git`,
      description: '',
      homepage: `${WEB}/${path}`,
      git_http_url: `${WEB}/${path}.git`,
      git_ssh_url: `git@hostb.example:${path}.git`,
      visibility_level: 0,
    },
    commits: commits.map((id) => commitOf(id, path)),
    total_commits_count: commits.length,
    push_options: {},
  };
}

export interface MergeRequestFields {
  readonly project?: string;
  readonly number?: number;
  readonly action?: 'open' | 'reopen' | 'update' | 'close' | 'merge' | 'approved';
  readonly branch?: string;
  readonly targetBranch?: string;
  readonly commit?: string;
  /** The commit that the branch had before: of an update that brings commits. */
  readonly oldrev?: string;
  readonly draft?: boolean;
  readonly fork?: string;
  readonly by?: string;
  readonly changes?: Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;
  readonly at?: string;
}

export function mergeRequest({
  project: path = 'group/shop',
  number = 12,
  action = 'open',
  branch = 'feature',
  targetBranch = 'main',
  commit = 'a'.repeat(40),
  oldrev,
  draft = false,
  fork,
  by = 'grace',
  changes = {},
  at = '2026-01-01 00:00:00 UTC',
}: MergeRequestFields = {}) {
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 1, name: 'Grace Hopper', username: by, avatar_url: null, email: '[REDACTED]' },
    project: project(path),
    repository: { name: path.split('/').pop()!, url: `git@hostb.example:${path}.git`, description: '', homepage: WEB },
    object_attributes: {
      id: 99,
      iid: number,
      target_branch: targetBranch,
      source_branch: branch,
      source_project_id: fork === undefined ? 15 : 16,
      target_project_id: 15,
      author_id: 51,
      assignee_ids: [],
      reviewer_ids: [],
      title: 'A change',
      description: '',
      created_at: '2026-01-01 00:00:00 UTC',
      updated_at: at,
      state: action === 'close' ? 'closed' : action === 'merge' ? 'merged' : 'opened',
      state_id: 1,
      merge_status: 'unchecked',
      detailed_merge_status: 'unchecked',
      blocking_discussions_resolved: true,
      draft,
      work_in_progress: draft,
      source: project(fork ?? path),
      target: project(path),
      last_commit: commitOf(commit, fork ?? path),
      url: `${WEB}/${path}/-/merge_requests/${number}`,
      action,
      ...(oldrev !== undefined && { oldrev }),
    },
    labels: [],
    changes,
  };
}
