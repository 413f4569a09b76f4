// Cuts the operations that Assay calls, and their stand-in answers, out of GitHub's published description of its REST
// API, into test/support/hosting/hosta-api.generated.json. The description is in the npm package @octokit/openapi
// (MIT), which is 200 MB unpacked and therefore no dependency:
//   npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
//   node scripts/cut-hosta-api.cjs package/generated/api.github.com.json
const { readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const OPERATIONS = [
  ['post', '/repos/{owner}/{repo}/statuses/{sha}'],
  ['get', '/repos/{owner}/{repo}/issues/{issue_number}'],
  ['get', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['post', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['patch', '/repos/{owner}/{repo}/issues/comments/{comment_id}'],
  ['get', '/repos/{owner}/{repo}/commits/{ref}/check-runs'],
  ['post', '/repos/{owner}/{repo}/check-runs'],
  ['patch', '/repos/{owner}/{repo}/check-runs/{check_run_id}'],
];
const TARGET = join(__dirname, '..', 'test/support/hosting/hosta-api.generated.json');
/** Keys that do not restrict the allowed values. */
const WORDS = new Set(['description', 'example', 'examples', 'x-multi-segment']);

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node scripts/cut-hosta-api.cjs <api.github.com.json>\n');
  process.exit(2);
}
const description = JSON.parse(readFileSync(file, 'utf8'));

const resolved = (reference) =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce((value, name) => value[name], description);

/** Resolves each reference, and drops the descriptive keys. A property with such a name stays. */
function plain(value, isNames = false) {
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') return plain(resolved(value.$ref));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !WORDS.has(name))
      .map(([name, each]) => [name, plain(each, name === 'properties' && !isNames)]),
  );
}

const paths = {};
for (const [method, path] of OPERATIONS) {
  const { operationId, parameters, requestBody, responses } = description.paths[path][method];
  const body = requestBody?.content['application/json'].schema;
  paths[path] ??= {};
  paths[path][method] = {
    operationId,
    parameters: plain(parameters).map(({ name, in: place, required = false, schema }) => ({
      name,
      in: place,
      required,
      schema,
    })),
    ...(body && { requestBody: { required: requestBody.required ?? false, schema: plain(body) } }),
    statuses: Object.keys(responses).map(Number),
  };
}
/** The package's licence, which must accompany the copied parts. */
const LICENSE = join(dirname(file), '..', 'LICENSE');
const notice =
  'Cut by scripts/cut-hosta-api.cjs from the description of @octokit/openapi, whose licence is: ' +
  readFileSync(LICENSE, 'utf8').replace(/\s+/g, ' ').trim();
const { openapi, info } = description;
const cut = { notice, openapi, info: { title: info.title, version: info.version, license: info.license }, paths };
writeFileSync(TARGET, `${JSON.stringify(cut, null, 1)}\n`);
