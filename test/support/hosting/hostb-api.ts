import type { ApiDescription } from './described-api';
import CUT from './hostb-api.generated.json';

const PROJECT = parameter('id', 'path', { type: 'string' });
const REQUEST = parameter('merge_request_iid', 'path', { type: 'integer' });
const PAGES = [
  parameter('page', 'query', { type: 'integer', minimum: 1 }),
  parameter('per_page', 'query', { type: 'integer', minimum: 1, maximum: 100 }),
];
const NOTE = { type: 'string', minLength: 1, maxLength: 1_000_000 };
const STATUSES = '/projects/{id}/statuses/{sha}';

const published = CUT.paths as ApiDescription['paths'];
const setStatus = published[STATUSES]!['post']!;

/**
 * The operations of GitLab's REST API that Assay calls, by GitLab's own description. That says nothing of notes: these
 * are written by hand from the fields that the documentation names.
 */
export const HOSTB_API: ApiDescription = {
  paths: {
    ...published,
    // The description says 200 of what the host answers with 201.
    [STATUSES]: { post: { ...setStatus, statuses: [...setStatus.statuses, 201] } },
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
