// Cuts the operations that Assay calls out of GitLab's published description of its REST API, into
// test/support/hosting/hostb-api.generated.json: names, types and allowed values, and none of its text, which is under
// a licence of its own. The description is doc/api/openapi/openapi_v2.yaml of gitlab-org/gitlab:
//   node scripts/cut-hostb-api.cjs openapi_v2.yaml
// The description lacks notes: those are in test/support/hosting/hostb-api.ts.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse } = require('yaml');

const ROOT = '/api/v4';
/** Each operation with its name in the stand-in. */
const OPERATIONS = [
  ['post', '/projects/{id}/statuses/{sha}', 'set-commit-status'],
  ['get', '/projects/{id}/merge_requests', 'list-merge-requests'],
  ['get', '/projects/{id}/merge_requests/{merge_request_iid}', 'get-merge-request'],
];
const TARGET = join(__dirname, '..', 'test/support/hosting/hostb-api.generated.json');

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node scripts/cut-hostb-api.cjs <openapi_v2.yaml>\n');
  process.exit(2);
}
const description = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 });

/** The allowed values, without any other key. */
function facts({ type, enum: values, items, minimum, maximum, minLength, maxLength, required, properties }) {
  const known = { type, enum: values, minimum, maximum, minLength, maxLength, required };
  if (items) known.items = facts(items);
  if (properties)
    known.properties = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, facts(each)]));
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

const resolved = (reference) =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce((value, name) => value[name], description);

const paths = {};
for (const [method, path, operationId] of OPERATIONS) {
  const { parameters, responses } = description.paths[`${ROOT}${path}`][method];
  const body = parameters.find((parameter) => parameter.in === 'body');
  paths[path] ??= {};
  paths[path][method] = {
    operationId,
    parameters: parameters
      .filter((parameter) => parameter !== body)
      .map((parameter) => {
        const { required: _, ...schema } = facts(parameter);
        return { name: parameter.name, in: parameter.in, required: parameter.required ?? false, schema };
      }),
    ...(body && { requestBody: { required: body.required ?? false, schema: facts(resolved(body.schema.$ref)) } }),
    statuses: Object.keys(responses).map(Number),
  };
}
const notice =
  'Names, types and values, cut by scripts/cut-hostb-api.cjs from the description that GitLab publishes of its API ' +
  '(doc/api/openapi/openapi_v2.yaml of gitlab-org/gitlab).';
const { swagger, info } = description;
const cut = { notice, swagger, info: { title: info.title, version: info.version }, paths };
writeFileSync(TARGET, `${JSON.stringify(cut, null, 1)}\n`);
