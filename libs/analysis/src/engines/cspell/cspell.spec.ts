import { cspellTools } from '../../catalogue/cspell';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('cspell');

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
      const code =
        `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { ` +
        `words: ['recieve'] };`;
      return {
        'a.md': 'We recieve it\n',
        'cspell.config.js': code,
        'cspell.config.cjs': code,
        'cspell.json': '{"words":["recieve"],"ignorePaths":["**"]}',
        'package.json': '{"cspell":{"words":["recieve"]}}',
      };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.md:1 misspelling']);
  });

  describe('hides nothing behind a directive', () => {
    const directives = [
      '<!-- cspell:disable -->',
      '<!-- cSpell: ignore recieve -->',
      '<!-- spell-checker:words recieve -->',
      '<!-- cspell::disable -->',
      '<!-- cspell-checker:disable -->',
      '<!-- cspellchecker::disable-next -->',
      '<!-- spellchecker:ignoreRegExp .* -->',
      '<!-- cspell:locale xx -->',
      '<!-- LocalWords: recieve -->',
    ];
    let found: readonly string[];
    // One run for all tests, because the dictionaries take seconds to load.
    beforeAll(async () => {
      ({ found } = await runOn(
        profile,
        cspellTools,
        Object.fromEntries(directives.map((directive, number) => [`${number}.md`, `${directive}\nWe recieve it`])),
      ));
    });

    it.each(directives.map((directive, number) => ({ directive, number })))('$directive', ({ number }) =>
      expect(found).toContain(`${number}.md:2 misspelling`),
    );
  });
});
