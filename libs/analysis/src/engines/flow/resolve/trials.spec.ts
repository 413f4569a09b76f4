import { runOn } from '../../../../test/run-on';
import { flowTools } from '../../../catalogue/flow';
import { profileOf } from '../../engine-table';

const severities = async (tool: string, tree: Record<string, string>) =>
  (await runOn(profileOf('flow'), flowTools, tree)).tool(tool).findings.map(({ severity }) => severity ?? 'of rule');

describe('code that serves tests alone', () => {
  const KEY = 'A::Application.config.secret_key_base = "0123456789abcdef0123456789abcdef"\n';
  it.each([
    ['the gem above', 'gem "rails"\ngem "a", path: ".."\n', 'low'],
    ['a gem beside it', 'gem "rails"\ngem "a", path: "../a"\n', 'of rule'],
    ['gems of others', 'gem "rails"\n', 'of rule'],
  ])('is an application of Ruby whose Gemfile takes %s', async (_, gemfile, expected) =>
    expect(
      await severities('ruby-data-flow', { 'my/Gemfile': gemfile, 'my/config/initializers/token.rb': KEY }),
    ).toEqual([expected]),
  );

  const CLIENT =
    'package suites\n\nimport "crypto/tls"\n\nfunc config() *tls.Config {\n' +
    '\treturn &tls.Config{InsecureSkipVerify: true}\n}\n';
  const STEP = 'package suites\n\nimport "testing"\n\nfunc step(t *testing.T) {}\n';
  const PLAIN = 'package suites\n\nfunc other() {}\n';
  it.each([
    ['many', [STEP, STEP, STEP, PLAIN], 'low'],
    ['few', [STEP, PLAIN, PLAIN, PLAIN], 'of rule'],
  ])('is a package of Go in which %s files import testing', async (_, others, expected) => {
    const tree = Object.fromEntries(others.map((text, index) => [`internal/suites/${index}.go`, text]));
    expect(await severities('go-data-flow', { ...tree, 'internal/suites/http.go': CLIENT })).toEqual([expected]);
  });
});
