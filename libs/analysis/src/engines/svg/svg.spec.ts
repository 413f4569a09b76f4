import { svgTools } from '../../catalogue/pictures';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('svg');

describeToolSamples(profile, svgTools);

const flawed =
  '<svg xmlns="http://www.w3.org/2000/svg">\n<!-- ' +
  `${'left by a drawing program '.repeat(80)} -->\n<path d="M 1 1 L 2 2"/>\n</svg>\n`;

describeHostileFiles(profile, {
  tools: svgTools,
  extension: '.svg',
  flawed,
  malformed: '<svg><path d="M',
  longLine: `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M1 1"/>'.repeat(130_000)}</svg>`,
  deep: `${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`,
});

describe('SVGO on a hostile target', () => {
  it('runs no configuration of the target', async () => {
    const run = await runOn(profile, svgTools, (canary) => {
      const code = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { plugins: [] };`;
      return { 'a.svg': flawed, 'svgo.config.js': code, 'svgo.config.cjs': code };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.svg:1 unoptimised-svg']);
  });

  it('does not expand nested entities', async () => {
    const entities = 'abcdefghij'
      .split('')
      .map((name, level) => `<!ENTITY ${name} "${level === 0 ? 'lol' : `&${'abcdefghij'[level - 1]};`.repeat(10)}">`)
      .join('\n');
    const run = await runOn(profile, svgTools, {
      'a.svg': `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
      'b.svg': flawed,
    });
    expect(run.tool('svg-optimisation').outcome).toEqual({ status: 'completed' });
    expect(run.found).toContain('b.svg:1 unoptimised-svg');
  });
});
