import type { Channel, OutgoingMessage } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';
import { type Annotation, annotationsOf } from '../domain/annotations';
import { quoted } from '../domain/quoted-text';
import { stateOf } from '../domain/commit-status';
import type { AnnotationNews } from '../domain/pull-request-news';
import type { VerdictGiven } from '../domain/verdict-events';
import { type HostAccess, type HostApi, idIn, jsonIn, openHostApi, outcomeIn, repositoryPath, skip } from './host-api';
import { type VerdictSources, toldVerdict } from './told-verdict';

export const CHECK_RUN = 'check-run';

/** The name in what an earlier release put into the outbox. */
const EARLIER_NAME = 'assay annotations';
/** Annotations that hosta takes with a request: those of the requests after it are added. */
const PAGE = 50;
const RUNS = 100;

/** Answers of hosta to a token that may not create check runs; 404 where it may not even see that there are any. */
const NOT_ALLOWED = [403, 404];
const ONLY_APPS =
  'this access token may not create check runs, which hosta lets apps alone do (checks: write): ' +
  'the commit status and the comment have the verdict';

type Options = HostAccess & Omit<VerdictSources, 'events'> & { readonly shared: Pick<SharedReports, 'addressOf'> };

/** Puts the new findings beside their lines: a check run on hosta with annotations, a page of them a request. */
export const checkRunChannel = (options: Options): Channel => ({
  kind: CHECK_RUN,
  deliver({ organizationId, content, requestedAt }: OutgoingMessage, signal: AbortSignal) {
    const { host, repository, sha, sessionId, scanId, name = EARLIER_NAME } = content as AnnotationNews;
    return outcomeIn(host, async () => {
      const { verdict, findings } = await toldVerdict({ ...options, events: options.stores.events }, sessionId);
      const annotations = annotationsOf(findings);
      if (annotations.length === 0) return skip('no new finding has a line');
      const api = await openHostApi(options, { host, organizationId, what: 'check run', signal });
      const root = repositoryPath(host, repository);
      const link = await options.shared.addressOf({ organizationId, scanId }, requestedAt);
      const known = await knownRun(api, { root, sha, scanId, name });
      const output = outputOf(verdict);
      let { id, told } = known ?? { id: undefined, told: 0 };
      if (id === undefined) {
        const body = {
          name,
          head_sha: sha,
          external_id: scanId,
          status: 'completed',
          conclusion: conclusionOf(verdict),
          ...(link !== null && { details_url: link }),
          output: { ...output, annotations: annotations.slice(0, PAGE) },
        };
        const answer = await api.call({
          method: 'POST',
          path: `${root}/check-runs`,
          body,
          expected: NOT_ALLOWED,
        });
        if (NOT_ALLOWED.includes(answer.status)) return skip(ONLY_APPS);
        id = idIn(answer);
        told = PAGE;
      }
      for (; told < annotations.length; told += PAGE) {
        const page: readonly Annotation[] = annotations.slice(told, told + PAGE);
        const body = { output: { ...output, annotations: page } };
        await api.call({ method: 'PATCH', path: `${root}/check-runs/${id}`, body });
      }
      return { kind: 'delivered', detail: `${annotations.length} annotations in check run ${id}` };
    });
  },
});

interface HostRun {
  readonly id: number;
  readonly external_id: string | null;
  readonly output: { readonly annotations_count: number };
}

/** The run of this scan where one was made before, and how many annotations it has. */
async function knownRun(
  api: HostApi,
  { root, sha, scanId, name }: Readonly<Record<'root' | 'sha' | 'scanId' | 'name', string>>,
): Promise<{ id: number; told: number } | undefined> {
  const query = new URLSearchParams({ check_name: name, filter: 'all', per_page: String(RUNS) });
  const path = `${root}/commits/${sha}/check-runs?${query}`;
  const answer = await api.call({ method: 'GET', path, expected: NOT_ALLOWED });
  if (NOT_ALLOWED.includes(answer.status)) return skip(ONLY_APPS);
  const { check_runs: runs = [] } = jsonIn(answer) as { readonly check_runs?: readonly HostRun[] };
  const found = runs.find(({ external_id: external }) => external === scanId);
  return found && { id: found.id, told: found.output.annotations_count };
}

/** Without a gate nothing is said to have passed: what is inconclusive is neither. */
function conclusionOf(verdict: VerdictGiven['data']): 'success' | 'failure' | 'neutral' {
  if (verdict.verdict === 'pass') return 'success';
  return stateOf({ verdict: verdict.verdict, failOn: verdict.conditions.failOn }) === 'success' ? 'neutral' : 'failure';
}

const outputOf = ({ verdict, reason, newFindings: { total } }: VerdictGiven['data']) => ({
  title: `${verdict}: ${total} new`,
  summary: quoted(reason, 300),
});
