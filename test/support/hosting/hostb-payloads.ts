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

/** Of a merge request, which no automation follows. */
export const mergeRequest = (path = 'group/shop') => ({
  object_kind: 'merge_request',
  event_type: 'merge_request',
  user: { id: 1, name: 'Grace Hopper', username: 'grace', avatar_url: null, email: '[REDACTED]' },
  project: project(path),
  object_attributes: { id: 99, iid: 1, target_branch: 'main', source_branch: 'feature', action: 'open', draft: false },
  labels: [],
  changes: {},
});
