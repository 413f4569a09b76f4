/**
 * Payloads as a GitHub-compatible host sends them, with all fields that its published schemas ask for. The spec of
 * `libs/hosting` checks each against those schemas.
 */
const API = 'https://api.hosta.example';
const WEB = 'https://hosta.example';
export const NO_COMMIT = '0'.repeat(40);

const listOfUrls = (base: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${name}_url`, `${base}/${name.replaceAll('_', '/')}`]));

export const user = (login = 'ada') => ({
  login,
  id: 1,
  node_id: 'U_1',
  ...listOfUrls(`${API}/users/${login}`, [
    'avatar',
    'html',
    'followers',
    'following',
    'gists',
    'starred',
    'subscriptions',
    'organizations',
    'repos',
    'events',
    'received_events',
  ]),
  gravatar_id: '',
  url: `${API}/users/${login}`,
  type: 'User',
  site_admin: false,
});

const REPOSITORY_URLS =
  'forks keys collaborators teams hooks issue_events events assignees branches tags blobs git_tags git_refs trees ' +
  'statuses languages stargazers contributors subscribers subscription commits git_commits comments issue_comment ' +
  'contents compare merges archive downloads issues pulls milestones notifications labels releases deployments';

export const repository = (fullName = 'ada/shop', { fork = false }: { fork?: boolean } = {}) => {
  const [owner, name] = fullName.split('/') as [string, string];
  const base = `${API}/repos/${fullName}`;
  return {
    id: 7,
    node_id: 'R_7',
    name,
    full_name: fullName,
    private: false,
    owner: user(owner),
    html_url: `${WEB}/${fullName}`,
    description: null,
    fork,
    url: base,
    ...listOfUrls(base, REPOSITORY_URLS.split(' ')),
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    pushed_at: '2026-01-01T00:00:00Z',
    git_url: `git://hosta.example/${fullName}.git`,
    ssh_url: `git@hosta.example:${fullName}.git`,
    clone_url: `${WEB}/${fullName}.git`,
    svn_url: `${WEB}/${fullName}`,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: 0,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: 'public',
    forks: 0,
    open_issues: 0,
    watchers: 0,
    default_branch: 'main',
    custom_properties: {},
  };
};

const commitOf = (id: string) => ({
  id,
  tree_id: id,
  distinct: true,
  message: 'A commit',
  timestamp: '2026-01-01T00:00:00Z',
  url: `${WEB}/ada/shop/commit/${id}`,
  author: { name: 'Ada', email: 'ada@site.example', username: 'ada' },
  committer: { name: 'Ada', email: 'ada@site.example', username: 'ada' },
  added: [],
  removed: [],
  modified: ['a.txt'],
});

export interface PushFields {
  readonly repository?: string;
  readonly ref?: string;
  readonly before?: string;
  readonly after?: string;
  /** The ids of the commits that it lists. Default: the one that the branch has after it. */
  readonly commits?: readonly string[];
  readonly by?: string;
  readonly forced?: boolean;
  /** Seconds since 1970. */
  readonly pushedAt?: number;
}

export function push({
  repository: name = 'ada/shop',
  ref = 'refs/heads/main',
  before = 'b'.repeat(40),
  after = 'a'.repeat(40),
  commits = after === NO_COMMIT ? [] : [after],
  by = 'grace',
  forced = false,
  pushedAt = 1_767_225_600,
}: PushFields = {}) {
  const deleted = after === NO_COMMIT;
  return {
    ref,
    before,
    after,
    created: before === NO_COMMIT,
    deleted,
    forced,
    base_ref: null,
    compare: `${WEB}/${name}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: commits.map(commitOf),
    head_commit: deleted ? null : commitOf(after),
    repository: { ...repository(name), created_at: 1_767_225_600, pushed_at: pushedAt },
    pusher: { name: by, email: `${by}@site.example` },
    sender: user(by),
  };
}

export interface PullRequestFields {
  readonly action?: string;
  readonly repository?: string;
  readonly number?: number;
  /** The repository that the commits are in; null if it is gone. */
  readonly from?: string | null;
  readonly branch?: string;
  readonly targetBranch?: string;
  readonly commit?: string;
  readonly draft?: boolean;
  readonly by?: string;
  readonly association?: string;
  readonly updatedAt?: string;
}

export function pullRequest({
  action = 'opened',
  repository: name = 'ada/shop',
  number = 12,
  from = name,
  branch = 'feature',
  targetBranch = 'main',
  commit = 'a'.repeat(40),
  draft = false,
  by = 'grace',
  association = 'CONTRIBUTOR',
  updatedAt = '2026-01-01T00:00:00Z',
}: PullRequestFields = {}) {
  const url = `${API}/repos/${name}/pulls/${number}`;
  const html = `${WEB}/${name}/pull/${number}`;
  const side = (repo: string | null, ref: string, sha: string) => ({
    label: `${repo?.split('/')[0] ?? 'unknown repository'}:${ref}`,
    ref,
    sha,
    user: user(repo?.split('/')[0]),
    repo: repo === null ? null : { ...repository(repo, { fork: repo !== name }), ...MERGE_RULES },
  });
  const link = (href: string) => ({ href });
  return {
    action,
    number,
    ...(action === 'synchronize' && { before: 'b'.repeat(40), after: commit }),
    pull_request: {
      url,
      id: 100 + number,
      node_id: 'PR_1',
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      issue_url: `${API}/repos/${name}/issues/${number}`,
      number,
      state: 'open',
      locked: false,
      title: 'Mend the shop',
      user: user(by),
      body: null,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: updatedAt,
      closed_at: null,
      merged_at: null,
      merge_commit_sha: null,
      assignee: null,
      assignees: [],
      requested_reviewers: [],
      requested_teams: [],
      labels: [],
      milestone: null,
      draft,
      commits_url: `${url}/commits`,
      review_comments_url: `${url}/comments`,
      review_comment_url: `${API}/repos/${name}/pulls/comments{/number}`,
      comments_url: `${API}/repos/${name}/issues/${number}/comments`,
      statuses_url: `${API}/repos/${name}/statuses/${commit}`,
      head: side(from, branch, commit),
      base: side(name, targetBranch, 'b'.repeat(40)),
      _links: {
        self: link(url),
        html: link(html),
        issue: link(`${API}/repos/${name}/issues/${number}`),
        comments: link(`${API}/repos/${name}/issues/${number}/comments`),
        review_comments: link(`${url}/comments`),
        review_comment: link(`${API}/repos/${name}/pulls/comments{/number}`),
        commits: link(`${url}/commits`),
        statuses: link(`${API}/repos/${name}/statuses/${commit}`),
      },
      author_association: association,
      auto_merge: null,
      active_lock_reason: null,
      merged: false,
      mergeable: null,
      rebaseable: null,
      mergeable_state: 'unknown',
      merged_by: null,
      comments: 0,
      review_comments: 0,
      maintainer_can_modify: false,
      commits: 1,
      additions: 1,
      deletions: 1,
      changed_files: 1,
    },
    repository: repository(name),
    sender: user(by),
  };
}

const MERGE_RULES = {
  allow_squash_merge: true,
  allow_merge_commit: true,
  allow_rebase_merge: true,
  allow_auto_merge: false,
  delete_branch_on_merge: false,
  allow_update_branch: false,
  use_squash_pr_title_as_default: false,
  squash_merge_commit_message: 'COMMIT_MESSAGES',
  squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
  merge_commit_message: 'PR_TITLE',
  merge_commit_title: 'MERGE_MESSAGE',
};

export const ping = () => ({
  zen: 'Keep it logically awesome.',
  hook_id: 1,
  hook: {
    type: 'Repository',
    id: 1,
    name: 'web',
    active: true,
    events: ['push', 'pull_request'],
    config: { content_type: 'json', insecure_ssl: '0', url: 'https://assay.example/api/webhooks/hosta/x' },
    updated_at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    url: `${API}/repos/ada/shop/hooks/1`,
    test_url: `${API}/repos/ada/shop/hooks/1/test`,
    ping_url: `${API}/repos/ada/shop/hooks/1/pings`,
    deliveries_url: `${API}/repos/ada/shop/hooks/1/deliveries`,
    last_response: { code: null, status: 'unused', message: null },
  },
  repository: repository(),
  sender: user(),
});
