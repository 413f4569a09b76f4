import type { ApiDescription } from './described-api';

const PROJECT = parameter('id', 'path', { type: 'string' });
const REQUEST = parameter('merge_request_iid', 'path', { type: 'integer' });
const PAGES = [
  parameter('page', 'query', { type: 'integer', minimum: 1 }),
  parameter('per_page', 'query', { type: 'integer', minimum: 1, maximum: 100 }),
];
const NOTE = { type: 'string', minLength: 1, maxLength: 1_000_000 };

/**
 * The operations of GitLab's REST API that Assay calls, written by hand from the fields that its documentation names
 * (commit statuses, notes, merge requests): no package has its description under a licence that goes with this project.
 */
export const HOSTB_API: ApiDescription = {
  paths: {
    '/projects/{id}/statuses/{sha}': {
      post: {
        operationId: 'set-commit-status',
        parameters: [PROJECT, parameter('sha', 'path', { type: 'string', pattern: '^[0-9a-f]{40}$' })],
        requestBody: body(['state'], {
          state: { enum: ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] },
          ref: { type: 'string' },
          name: { type: 'string' },
          context: { type: 'string' },
          target_url: { type: 'string', maxLength: 255 },
          description: { type: 'string', maxLength: 255 },
          coverage: { type: 'number' },
          pipeline_id: { type: 'integer' },
        }),
        statuses: [201],
      },
    },
    '/projects/{id}/merge_requests': {
      get: {
        operationId: 'list-merge-requests',
        parameters: [
          PROJECT,
          ...PAGES,
          parameter('state', 'query', { enum: ['opened', 'closed', 'locked', 'merged', 'all'] }),
          parameter('source_branch', 'query', { type: 'string' }),
          parameter('target_branch', 'query', { type: 'string' }),
          parameter('order_by', 'query', { enum: ['created_at', 'title', 'merged_at', 'updated_at'] }),
          parameter('sort', 'query', { enum: ['asc', 'desc'] }),
        ],
        statuses: [200],
      },
    },
    '/projects/{id}/merge_requests/{merge_request_iid}': {
      get: { operationId: 'get-merge-request', parameters: [PROJECT, REQUEST], statuses: [200] },
    },
    '/projects/{id}/merge_requests/{merge_request_iid}/notes': {
      get: {
        operationId: 'list-notes',
        parameters: [
          PROJECT,
          REQUEST,
          ...PAGES,
          parameter('sort', 'query', { enum: ['asc', 'desc'] }),
          parameter('order_by', 'query', { enum: ['created_at', 'updated_at'] }),
        ],
        statuses: [200],
      },
      post: {
        operationId: 'create-note',
        parameters: [PROJECT, REQUEST],
        requestBody: body(['body'], {
          body: NOTE,
          internal: { type: 'boolean' },
          created_at: { type: 'string' },
          merge_request_diff_head_sha: { type: 'string' },
        }),
        statuses: [201],
      },
    },
    '/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}': {
      put: {
        operationId: 'update-note',
        parameters: [PROJECT, REQUEST, parameter('note_id', 'path', { type: 'integer' })],
        requestBody: body(['body'], { body: NOTE }),
        statuses: [200],
      },
    },
  },
};

function parameter(name: string, place: 'path' | 'query', schema: object) {
  return { name, in: place, required: place === 'path', schema };
}

function body(required: readonly string[], properties: Readonly<Record<string, object>>) {
  return { required: true, schema: { type: 'object', required, properties } };
}
