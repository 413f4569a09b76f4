import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const PROXY = [
  'const express = require("express");',
  'const app = express();',
  'app.get("/", async (req, res) => res.send(await fetch(req.query.url)));',
].join('\n');
const FOLDERS = ['cache', 'chat', 'login', 'proxy'];

/** The severities of what is found in a repository of four folders with a README each. */
async function severities(readme: string, folders: readonly string[] = FOLDERS) {
  const files = Object.fromEntries([
    ['README.md', readme],
    ...folders.map((folder) => [`${folder}/README.md`, `# ${folder}\n`]),
    ['proxy/index.js', PROXY],
    ...folders.filter((folder) => folder !== 'proxy').map((folder) => [`${folder}/index.js`, 'start();\n']),
  ]) as Record<string, string>;
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('js-data-flow');
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);
}

describe('what is found in a repository of samples', () => {
  it.each([
    '---\ntitle: Overview\n---\n\n# Recipes for [Fast](https://fast.example)\n\nWelcome.\n',
    '# Fast examples\n',
    '# Samples\n\nA collection of ready-to-use samples for Fast.\n',
    '# Fast\n\nThis repository contains **code examples**.\n',
  ])('is low where its README says so: %j', async (readme) => {
    expect(await severities(readme)).toEqual(['request-forgery low']);
  });

  it.each([
    '# Shop\n\nAn online shop.\n',
    '# Recipes\n\nA manager of recipes for your kitchen.\n',
    '# Shop\n\n## More examples\n',
  ])('is as grave as elsewhere where its README says something else: %j', async (readme) => {
    expect(await severities(readme)).toEqual(['request-forgery as the rule']);
  });

  it('is as grave as elsewhere where there are few folders', async () => {
    expect(await severities('# Fast examples\n', ['proxy'])).toEqual(['request-forgery as the rule']);
  });
});
