import { cspellTools } from '../../catalogue/cspell';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profile } from './cspell.profile';

describeToolSamples(profile, cspellTools);

describeHostileFiles(profile, {
  tools: cspellTools,
  extension: '.txt',
  flawed: 'One\nWe recieve it\n',
  longLine: 'recieve word '.repeat(150_000),
  deep: '('.repeat(100_000),
});

describe('CSpell on a hostile target', () => {
  it('runs no configuration of the target and takes no words from it', async () => {
    const run = await runOn(profile, cspellTools, (canary) => {
      const code = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { words: ['recieve'] };`;
      return { 'a.md': 'We recieve it\n', 'cspell.config.js': code, 'cspell.config.cjs': code, 'cspell.json': '{"words":["recieve"],"ignorePaths":["**"]}', 'package.json': '{"cspell":{"words":["recieve"]}}' };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.md:1 misspelling']);
  });

  it.each([
    '<!-- cspell:disable -->\nWe recieve it',
    '<!-- cSpell: ignore recieve -->\nWe recieve it',
    '<!-- spell-checker:words recieve -->\nWe recieve it',
    '<!-- cspell::disable -->\nWe recieve it',
    '<!-- cspell-checker:disable -->\nWe recieve it',
    '<!-- cspellchecker::disable-next -->\nWe recieve it',
    '<!-- spellchecker:ignoreRegExp .* -->\nWe recieve it',
    '<!-- cspell:locale xx -->\nWe recieve it',
    '<!-- LocalWords: recieve -->\nWe recieve it',
  ])('hides nothing behind a directive: %j', async (markdown) => {
    expect((await runOn(profile, cspellTools, { 'a.md': markdown })).found).toContain('a.md:2 misspelling');
  });
});
