import { htmlhintTools } from '../../catalogue/htmlhint';
import { describeHostileFiles } from '../../../test/hostile-files';
import { TEMPLATES } from '../../../test/page-templates';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('htmlhint');

describeToolSamples(profile, htmlhintTools);

describeHostileFiles(profile, {
  tools: htmlhintTools,
  extension: '.html',
  flawed: '<p>\n<a id="a" id="b">x</a>\n</p>\n',
  longLine: '<p>one</p>'.repeat(200_000),
  deep: '<div>'.repeat(10_000),
});

it('takes no template for a broken page', async () =>
  expect((await runOn(profile, htmlhintTools, TEMPLATES)).found).toEqual([]));

describe('HTMLHint on a hostile target', () => {
  it('reads no configuration of the target', async () => {
    const run = await runOn(profile, htmlhintTools, {
      'a.html': '<p>\n<img src="a.png"></p>',
      '.htmlhintrc': '{"alt-require":false}',
      '.htmlhintignore': '*',
    });
    expect(run.found).toEqual(['a.html:2 alt-require']);
  });

  it.each([
    '<!-- htmlhint alt-require:false -->\n<img src="a.png">',
    '<!-- htmlhint-disable alt-require -->\n<img src="a.png">',
    '<!--HTMLHINT-disable-next-line -->\n<img src="a.png">',
  ])('hides nothing behind a directive: %j', async (html) => {
    expect((await runOn(profile, htmlhintTools, { 'a.html': html })).found).toEqual(['a.html:2 alt-require']);
  });

  it('fails when it is asked for a rule that it does not know', async () => {
    const mistaken = { ...htmlhintTools[0]!, rules: { 'no-such-rule': { severity: 'low' as const } } };
    const run = await runOn(profile, [mistaken], { 'a.html': '<p>one</p>' });
    expect(run.tool(mistaken.id).outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no-such-rule') as string,
    });
  });
});
