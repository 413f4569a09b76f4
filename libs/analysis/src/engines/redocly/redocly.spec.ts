import { openapiTools } from '../../catalogue/openapi';
import { describeHostileDescriptions } from '../../../test/hostile-descriptions';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('redocly');

const tools = openapiTools.filter(({ engine }) => engine === profile.id);

describeToolSamples(profile, tools);
describeHostileDescriptions(profile, tools, 'no-path-trailing-slash');

/** The rest of an operation that has an answer. */
const ANSWER = ", responses: { '200': { description: ok } }";
/** A path whose parameter is declared. */
const OTHER =
  "  '/seas/{sea}':\n    parameters: [{ name: sea, in: path, required: true, schema: { type: string } }]\n" +
  '    get: { summary: A sea }\n';

describe('an API whose operation', () => {
  const found = async (answers: string, rule: string) =>
    (
      await runOn(profile, tools, {
        'openapi.yaml':
          "openapi: 3.0.3\ninfo: { title: Tides, version: '1' }\nservers: [{ url: https://tide.example }]\n" +
          `paths:\n  /moon:\n    get:\n      operationId: moon\n      summary: The moon\n      responses:\n${answers}`,
      })
    ).found.filter((each) => each.endsWith(` ${rule}`));

  it.each([
    ['sends the client on', "        '302':\n          description: elsewhere\n", 0],
    ['has words behind its code', '        "204 NO_CONTENT":\n          description: gone\n', 0],
    ['only fails', "        '404':\n          description: '302: no'\n  /302:\n    summary: '302'\n", 1],
  ])('%s', async (_, answers, count) => expect(await found(answers, 'operation-2xx-response')).toHaveLength(count));

  it.each([
    ['gives more than its schema names', '{ type: object, properties: { high: { type: integer } } }', 0],
    ['gives what its schema forbids', '{ type: object, additionalProperties: false }', 1],
  ])('%s', async (_, schema, count) => {
    const answer =
      "        '200':\n          description: ok\n          content:\n            application/json:\n" +
      `              schema: ${schema}\n              example: { low: 1 }\n`;
    expect(await found(answer, 'no-invalid-media-type-examples')).toHaveLength(count);
  });

  it.each([
    ['nobody needs a key for', '', 'info'],
    [
      'does not say which key it takes',
      'components:\n  securitySchemes:\n    a: { type: http, scheme: basic }\n',
      undefined,
    ],
  ])('%s', async (_, more, severity) => {
    const text =
      "openapi: 3.0.3\ninfo: { title: Tides, version: '1' }\nservers: [{ url: https://tide.example }]\n" +
      `paths:\n  /moon:\n    get:\n      operationId: moon\n      responses: { '200': { description: ok } }\n${more}`;
    const run = await runOn(profile, tools, { 'openapi.yaml': text });
    expect(tools.flatMap(({ id }) => run.tool(id).findings).filter(({ rule }) => rule === 'security-defined')).toEqual([
      expect.objectContaining(severity === undefined ? { line: 6 } : { severity }),
    ]);
  });

  it('takes the parameters of its path from another file is not said to lack them', async () => {
    const text = (ref: string) =>
      `openapi: 3.0.3\ninfo: { title: Tides, version: '1' }\npaths:\n${OTHER}` +
      `  '/moons/{name}':\n    get: { summary: A moon, parameters: [{ $ref: '${ref}' }]${ANSWER} }\n` +
      `  '/suns/{name}':\n    parameters: [{ $ref: '${ref}' }]\n    get: { summary: A sun${ANSWER} }\n` +
      'components: { parameters: { all: { name: all, in: query, schema: { type: string } } } }\n';
    const lines = async (ref: string) =>
      (await runOn(profile, tools, { 'openapi.yaml': text(ref) })).found.filter((each) =>
        each.endsWith(' path-parameters-defined'),
      );
    expect(await lines('./parameters.yaml#/name')).toEqual([]);
    expect(await lines('#/components/parameters/all')).toHaveLength(2);
  });

  it.each([
    ['is described, with an answer, beside one that says what its path takes', `${ANSWER} }\n${OTHER}`, undefined],
    ['stands in an outline, in which none says what its path takes', `${ANSWER} }\n`, 'medium'],
    ['stands in an outline, without any answer', ` }\n${OTHER}`, 'medium'],
  ])('%s, and whose path has a parameter', async (_, more, severity) => {
    const text =
      "openapi: 3.0.3\ninfo: { title: Tides, version: '1' }\npaths:\n" +
      `  '/moons/{name}':\n    get: { summary: A moon${more}`;
    const run = await runOn(profile, tools, { 'openapi.yaml': text });
    const found = tools.flatMap(({ id }) => run.tool(id).findings);
    expect(found.filter(({ rule }) => rule === 'path-parameters-defined').map((each) => each.severity)).toEqual([
      severity,
    ]);
  });
});
