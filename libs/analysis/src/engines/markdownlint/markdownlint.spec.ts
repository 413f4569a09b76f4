import { markdownlintTools } from '../../catalogue/markdownlint';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('markdownlint');

describeToolSamples(profile, markdownlintTools);

describeHostileFiles(profile, {
  tools: markdownlintTools,
  extension: '.md',
  flawed: '# Title\n\nA [the manual]() here\nand ![](a.png)\n',
  malformed: '*a_'.repeat(20_000), // nothing is a syntax error, but this one would take 17 s
  longLine: 'word '.repeat(400_000),
  deep: Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth * 2)}- item`).join('\n'),
});

describe('a link within a document', () => {
  it.each(['<h3 name="config">', '<a name=config>', "<h3 id='config'>"])('reaches %s', async (heading) =>
    expect((await runOn(profile, markdownlintTools, { 'a.md': `[it](#config)\n\n${heading}\n` })).found).toEqual([]),
  );

  it('is wrong where nothing has its name', async () =>
    expect(
      (await runOn(profile, markdownlintTools, { 'a.md': '[it](#config)\n\n<h3 name="configuration">\n' })).found,
    ).toEqual(['a.md:1 MD051']));
});

describe('markdownlint on a hostile target', () => {
  it('runs no configuration or custom rule of the target', async () => {
    const run = await runOn(profile, markdownlintTools, (canary) => {
      const code = [
        `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '');`,
        'module.exports = { default: false };',
      ].join('\n');
      return {
        'a.md': '# A\n\n[the manual]()\n',
        '.markdownlint.cjs': code,
        '.markdownlint-cli2.cjs': code,
        '.markdownlint.json': '{"default":false}',
        '.markdownlintignore': '*',
      };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.md:3 MD042']);
  });

  it.each([
    '<!-- markdownlint-disable -->\n\n[the manual]()\n',
    '<!-- markdownlint-disable-file MD042 -->\n\n[the manual]()\n',
    '<!-- markdownlint-configure-file {"MD042": false} -->\n\n[the manual]()\n',
  ])('hides nothing behind a directive: %j', async (markdown) => {
    expect((await runOn(profile, markdownlintTools, { 'a.md': markdown })).found).toEqual(['a.md:3 MD042']);
  });
});
