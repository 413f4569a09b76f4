import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { sourceSizeTools } from '../../catalogue/code-size';
import { profileOf } from '../engine-table';

const profile = profileOf('source-size');

describeToolSamples(profile, sourceSizeTools);

const lines = (count: number) => 'a();\n'.repeat(count);
describeHostileFiles(profile, {
  tools: sourceSizeTools,
  extension: '.js',
  flawed: lines(1_001),
  longLine: `a('${'x'.repeat(2_000_000)}');`,
  deep: `a(${'['.repeat(100_000)}${']'.repeat(100_000)});`,
});

describe('code size', () => {
  it('counts lines with code on them, from the first one too many', async () => {
    const run = await runOn(profile, sourceSizeTools, {
      'at.js': lines(1_000),
      'commented.js': `${lines(1_000)}// one\n\n/* two\nthree */\n`,
      'over.mts': lines(1_001),
      'over.rs': `${lines(1_000)}a(); // and more\n`,
      'huge.go': lines(3_001),
    });
    expect(run.found).toEqual(['huge.go:1 very-long-file', 'over.mts:1 long-file', 'over.rs:1 long-file']);
    expect(run.unreadable).toEqual([]);
  });

  it('knows how to count every kind of file that it is given', async () => {
    const kinds = sourceSizeTools[0]!.files[0]!.match(/\{([^}]+)\}$/)![1]!.split(',');
    const run = await runOn(
      profile,
      sourceSizeTools,
      Object.fromEntries(kinds.map((kind) => [`file.${kind}`, lines(3)])),
    );
    expect(run.tool('code-size').filesChecked).toBe(kinds.length);
    expect(run.unreadable).toEqual([]);
  });
});
