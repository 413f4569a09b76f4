import { openapiTools } from '../../catalogue/openapi';
import { describeHostileDescriptions } from '../../../test/hostile-descriptions';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('spectral');

const tools = openapiTools.filter(({ engine }) => engine === profile.id);

describeToolSamples(profile, tools);
describeHostileDescriptions(profile, tools, 'path-keys-no-trailing-slash');

describe('an example', () => {
  const found = async (below: string) =>
    (
      await runOn(profile, tools, {
        'openapi.yaml':
          "openapi: 3.0.3\ninfo: { title: Tides, version: '1' }\nservers: [{ url: https://tide.example }]\n" +
          'paths:\n  /moon:\n    get:\n      operationId: moon\n      responses:\n' +
          "        '200':\n          description: ok\n          content:\n            application/json:\n" +
          `              ${below}\n`,
      })
    ).found.filter((each) => each.endsWith(' oas3-valid-schema-example'));

  it('is data, whatever its keys are called', async () =>
    expect(await found('example: { schema: [{ type: password, default: 7 }] }')).toEqual([]));

  it('is part of a schema, and has to fit it', async () => {
    expect(await found('schema: { type: object, properties: { a: { type: string, default: 7 } } }')).toHaveLength(1);
    expect(await found('schema: { type: object, properties: { example: { type: string, default: 7 } } }')).toHaveLength(
      1,
    );
  });
});
