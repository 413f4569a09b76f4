import type { AutomationTriggered, FiringTrigger, Firings } from '@assay/automations';
import type { Clock } from '@assay/kernel';
import type { Outbox } from '@assay/notifications';
import type { Reactor } from '@assay/read-models';
import { CHECK_RUN } from '../code-hosts/check-run.channel';
import { PULL_REQUEST_COMMENT } from '../code-hosts/pull-request-comment.channel';
import type { AnnotationNews, PullRequestNews } from '../domain/pull-request-news';
import type { VerdictGiven } from '../domain/verdict-events';
import { commitOf, isTooLate } from './told-commit';

interface Telling {
  readonly firings: Pick<Firings, 'load'>;
  readonly outbox: Pick<Outbox, 'tell'>;
  readonly clock: Clock;
}

/** Has code hosts say on the pull request, and beside its lines, what a verdict rests on. */
export const tellPullRequest = ({ firings, outbox, clock }: Telling): Reactor<VerdictGiven> => ({
  name: 'tell-pull-request',
  handles: { VerdictGiven: true },
  async react({ id, type, stream, revision, data }) {
    if (isTooLate(data.at, clock)) return;
    const { organizationId, sessionId, scanId, automationId, newFindings } = data;
    const { triggered } = (await firings.load(data.historyId)).state;
    const commit = triggered && commitOf(triggered.trigger);
    if (!triggered || !commit) return;
    const { host, repository, sha } = commit;
    const telling = { organizationId, topic: 'verdict.given', cause: { eventId: id, type, stream, revision } };
    const request = pullRequestOf(triggered.trigger);
    if (request) {
      const { automationName, at: triggeredAt } = triggered;
      const about = { automationId, automationName, triggeredAt, sessionId, scanId };
      const content: PullRequestNews = { host, repository, ...request, ...about };
      const number = request.number === null ? request.branch : `#${request.number}`;
      const destination = `${host} ${automationId} ${number} ${repository}`.slice(0, LONGEST_DESTINATION);
      await outbox.tell({ ...telling, channel: PULL_REQUEST_COMMENT, destination, content });
    }
    if (host === 'hosta' && newFindings.total > 0) {
      const name = checkNameOf(triggered);
      const content: AnnotationNews = { host, repository, sha, sessionId, scanId, ...(name && { name }) };
      const destination = `${host} ${sha} ${repository}`.slice(0, LONGEST_DESTINATION);
      await outbox.tell({ ...telling, channel: CHECK_RUN, destination, content });
    }
  },
});

const LONGEST_DESTINATION = 200;
/** Characters of a branch in the name of a check run. */
const LONGEST_LINE = 100;

/** Not that of the commit status, which says the verdict and is there with any token. */
function checkNameOf({ statusName, trigger: { pullRequest, branch } }: AutomationTriggered['data']) {
  if (statusName === undefined) return undefined;
  const line = pullRequest === undefined ? branch : `#${pullRequest}`;
  return `${statusName} annotations${line === undefined ? '' : ` (${[...line].slice(0, LONGEST_LINE).join('')})`}`;
}

/** Where no merge request was known for a push to hostb, those that are open for its branch are looked up. */
function pullRequestOf({
  type,
  branch,
  pullRequest,
}: FiringTrigger): Pick<PullRequestNews, 'number' | 'branch'> | undefined {
  if (branch === undefined) return undefined;
  if (pullRequest !== undefined) return { number: pullRequest, branch };
  return type === 'hostb_push' ? { number: null, branch } : undefined;
}
