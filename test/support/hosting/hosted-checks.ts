import type { HostReply } from '../code-host-api';
import type { DescribedRequest } from './described-api';

interface HostedRun {
  readonly id: number;
  readonly sha: string;
  readonly name: unknown;
  readonly externalId: unknown;
  readonly conclusion: unknown;
  readonly annotations: { readonly path: string; readonly start_line: number; readonly message: string }[];
  /** Annotations of each request. */
  readonly pages: number[];
}

/** Check runs as GitHub has them: everybody reads them, apps alone make them. */
export class HostedChecks {
  readonly runs: HostedRun[] = [];

  constructor(private readonly isApp: boolean) {}

  reply({ operationId, path, query, body }: DescribedRequest): HostReply | undefined {
    if (operationId === 'checks/list-for-ref') {
      const runs = this.runs.filter(({ sha, name }) => sha === path['ref'] && name === query['check_name']);
      return { status: 200, body: { total_count: runs.length, check_runs: runs.map(runOf) } };
    }
    if (operationId !== 'checks/create' && operationId !== 'checks/update') return undefined;
    if (!this.isApp) return { status: 403, body: { message: 'You must authenticate via a GitHub App.' } };
    const { annotations = [] } = body['output'] as { readonly annotations?: HostedRun['annotations'] };
    if (operationId === 'checks/update') {
      const run = this.runs.find(({ id }) => id === Number(path['check_run_id']));
      if (!run) return { status: 404 };
      run.annotations.push(...annotations);
      run.pages.push(annotations.length);
      return { status: 200, body: runOf(run) };
    }
    const run = {
      id: this.runs.length + 1,
      sha: String(body['head_sha']),
      name: body['name'],
      externalId: body['external_id'],
      conclusion: body['conclusion'],
      annotations: [...annotations],
      pages: [annotations.length],
    };
    this.runs.push(run);
    return { status: 201, body: runOf(run) };
  }
}

const runOf = ({ id, externalId, annotations }: HostedRun) => ({
  id,
  external_id: externalId,
  output: { annotations_count: annotations.length },
});
