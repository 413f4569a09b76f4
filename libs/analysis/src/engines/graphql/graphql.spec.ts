import { graphqlTools } from '../../catalogue/graphql';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('graphql');

describeToolSamples(profile, graphqlTools);

describe('GraphQL.js on the files of a target', () => {
  const run = (files: Record<string, string | Buffer>) => runOn(profile, graphqlTools, files);

  it('knows the types of the other files', async () => {
    expect((await run({ 'a.graphql': 'type Query { b: B }', 'sub/b.gql': 'type B { id: ID }' })).found).toEqual([]);
    expect((await run({ 'a.graphql': 'type Query {\n  b: B }' })).found).toEqual(['a.graphql:2 known-type-names']);
  });

  it('checks what only the whole schema shows, and the operations against it', async () => {
    const files = {
      'a.graphql': 'type Query { a: A }\ninterface I { id: ID }\ntype A implements I { name: String }\n',
    };
    expect((await run(files)).found).toEqual(['a.graphql:2 valid-schema']);
    expect((await run({ 'a.graphql': 'type Query { a: Int }', 'q.graphql': 'query Q {\n  b\n}\n' })).found).toEqual([
      'q.graphql:2 valid-operation',
    ]);
  });

  it('does not judge operations when the schema is elsewhere', async () => {
    expect((await run({ 'q.graphql': 'query Q { anything { id } }' })).found).toEqual([]);
  });

  it('goes on without the files that it cannot read', async () => {
    const result = await run({
      'a-empty.graphql': '',
      'b-comment.graphql': '# nothing\n',
      'c-binary.graphql': Buffer.from([0, 1, 2, 255]),
      'd-malformed.graphql': 'type {',
      'e-deep.graphql': `type E { a: ${'['.repeat(20_000)}Int }`,
      'f-long.graphql': `# ${'x'.repeat(2_200_000)}`,
      'g.graphql': '\ufefftype Query {\r\n  b: B\r\n}\r\n',
    });
    expect(result.unreadable).toEqual(['c-binary.graphql', 'd-malformed.graphql', 'e-deep.graphql', 'f-long.graphql']);
    expect(result.found).toEqual(['g.graphql:2 known-type-names']);
    expect(result.tool('graphql-schema')).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 7 });
  });
});
