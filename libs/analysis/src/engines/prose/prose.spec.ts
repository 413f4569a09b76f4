import { proseTools } from '../../catalogue/prose';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('prose');

describeToolSamples(profile, proseTools);

describeHostileFiles(profile, {
  tools: proseTools,
  extension: '.md',
  flawed: 'One\n\nWe saw the the whitelist\n',
  malformed: '*a_'.repeat(20_000), // nothing is a syntax error, but this one would take 17 s
  longLine: 'the the whitelist '.repeat(110_000),
  deep: '>'.repeat(300),
});

describe('alex and write-good on a hostile target', () => {
  it('read no configuration of the target', async () => {
    const run = await runOn(profile, proseTools, (canary) => ({
      'a.md': 'We saw the\nwhitelist\n',
      '.alexrc.js':
        `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { ` +
        `allow: ['whitelist'] };`,
      '.alexrc': '{"allow":["whitelist"]}',
      '.alexignore': '*',
    }));
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.md:2 exclusionary-term']);
  });

  it.each(['<!--alex disable-->', '<!-- alex ignore whitelist -->', '<!--alex disable whitelist-->'])(
    'hide nothing behind %s',
    async (directive) => {
      expect((await runOn(profile, proseTools, { 'a.md': `${directive}\n\nWe saw the whitelist\n` })).found).toEqual([
        'a.md:3 exclusionary-term',
      ]);
    },
  );
});
