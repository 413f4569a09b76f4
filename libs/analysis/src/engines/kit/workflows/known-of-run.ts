import type { Node } from 'yaml';
import type { Workflow } from './workflow';
import { at, textsOf } from '../yaml-tree';
import { EMPTY, type KnownValue, type Lookup } from './known-values';

/** The events that have an object; with others it is empty. */
const EVENTS_WITH: Readonly<Record<string, readonly string[]>> = {
  client_payload: ['repository_dispatch'],
  comment: ['issue_comment', 'pull_request_review_comment', 'commit_comment', 'discussion_comment'],
  inputs: ['workflow_dispatch'],
  issue: ['issues', 'issue_comment'],
  pull_request: ['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'],
  release: ['release'],
  workflow_run: ['workflow_run'],
};

const OF_PULL_REQUEST = new Set(['pull_request', 'pull_request_target']);
const WITHOUT_ACTION = new Set(['push', 'schedule', 'workflow_dispatch']);
/** Types of events of a pull request that is open. */
const WHILE_OPEN = new Set(['opened', 'synchronize', 'reopened', 'ready_for_review', 'converted_to_draft']);
/** Events whose runs are those of a branch. */
const OF_BRANCH = new Set(['schedule', 'pull_request_target', 'workflow_run', 'issues', 'issue_comment']);

/** The values of a run that an event has started, as far as the filters of the event tell. */
export function knownOfRun(workflow: Workflow, event: string): Lookup {
  const { tree, root } = workflow;
  const settings = at(tree, root, 'on', event);
  const types = typesOf(workflow, event, settings);
  const ref = refOf(workflow, event, settings, types);
  const base = event === 'push' ? undefined : namesIn(workflow, at(tree, settings, 'branches'));
  return (path) => {
    if (path === 'github.event_name') return { texts: [event] };
    if (path === 'github.ref') return ref;
    if (path === 'github.ref_name') return nameOf(ref);
    if (path === 'github.ref_type') return typeOf(ref);
    if (path === 'github.head_ref') return OF_PULL_REQUEST.has(event) ? undefined : EMPTY;
    if (path === 'github.base_ref') return OF_PULL_REQUEST.has(event) ? base && { texts: base } : EMPTY;
    if (path === 'github.event.action') return types && { texts: types };
    if (path === 'github.event.pull_request.merged' && types?.every((type) => WHILE_OPEN.has(type)) === true)
      return OF_PULL_REQUEST.has(event) ? { truth: false } : EMPTY;
    if (path.startsWith('inputs.')) return event === 'workflow_dispatch' ? undefined : EMPTY;
    const [, object] = /^github\.event\.(\w+)/.exec(path) ?? [];
    const having = object !== undefined && Object.hasOwn(EVENTS_WITH, object) ? EVENTS_WITH[object]! : undefined;
    return having === undefined || having.includes(event) ? undefined : EMPTY;
  };
}

/** The types of an event that start the workflow; undefined for all that there are. */
function typesOf({ tree }: Workflow, event: string, settings: Node | undefined): readonly string[] | undefined {
  if (WITHOUT_ACTION.has(event)) return [''];
  const named = textsOf(tree, at(tree, settings, 'types'));
  if (named.length > 0) return named;
  return OF_PULL_REQUEST.has(event) ? ['opened', 'synchronize', 'reopened'] : undefined;
}

function refOf(
  workflow: Workflow,
  event: string,
  settings: Node | undefined,
  types: readonly string[] | undefined,
): KnownValue {
  const { tree } = workflow;
  if (event === 'push') {
    const [branches, tags] = ['branches', 'tags'].map((kind) => namesIn(workflow, at(tree, settings, kind)));
    const [ofBranches, ofTags] = ['branches', 'tags'].map((kind) =>
      ['', '-ignore'].some((end) => at(tree, settings, `${kind}${end}`) !== undefined),
    );
    if (ofBranches === ofTags) return { begin: 'refs/', end: '' };
    return ofBranches ? refsOf('refs/heads/', branches) : refsOf('refs/tags/', tags);
  }
  // Once it is merged, the branch counts into which it was.
  if (event === 'pull_request' && types?.includes('closed') === false) return { begin: 'refs/pull/', end: '/merge' };
  if (event === 'release') return { begin: 'refs/tags/', end: '' };
  if (event === 'pull_request_target') return refsOf('refs/heads/', namesIn(workflow, at(tree, settings, 'branches')));
  return OF_BRANCH.has(event) ? { begin: 'refs/heads/', end: '' } : undefined;
}

const refsOf = (begin: string, names: readonly string[] | undefined): KnownValue =>
  names === undefined ? { begin, end: '' } : { texts: names.map((name) => `${begin}${name}`) };

/** The names in a filter; undefined without one, and where one of them is a pattern. */
function namesIn({ tree }: Workflow, filter: Node | undefined): readonly string[] | undefined {
  const names = textsOf(tree, filter);
  return names.length > 0 && names.every((name) => /^[\w./-]+$/.test(name)) ? names : undefined;
}

function nameOf(ref: KnownValue): KnownValue {
  if (ref === undefined || 'truth' in ref) return undefined;
  if ('texts' in ref) return { texts: ref.texts.map((text) => text.replace(/^refs\/\w+\//, '')) };
  return ref.end === '' ? undefined : { begin: '', end: ref.end };
}

function typeOf(ref: KnownValue): KnownValue {
  if (ref === undefined || 'truth' in ref) return undefined;
  const [, kind] = /^refs\/(\w+)\//.exec('texts' in ref ? (ref.texts[0] ?? '') : ref.begin) ?? [];
  // A pull request has the type of a branch.
  return kind === undefined ? undefined : { texts: [kind === 'tags' ? 'tag' : 'branch'] };
}
