import { imageTools } from '../../catalogue/pictures';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('images');

describeToolSamples(profile, imageTools);

/** The head of a GIF, filled up to a weight; the size is all that is read of it. */
function gif(width: number, height: number, bytes: number): Buffer {
  const picture = Buffer.alloc(bytes);
  picture.write('GIF89a', 'latin1');
  picture.writeUInt16LE(width, 6);
  picture.writeUInt16LE(height, 8);
  return picture;
}

describe('pictures', () => {
  const run = (files: Record<string, string | Buffer>) => runOn(profile, imageTools, files);
  const findings = async (picture: Buffer) => (await run({ 'a.gif': picture })).tool('image-weight').findings;

  it('are heavy above 500 KB, and more so above 2 MB', async () => {
    expect(await findings(gif(10, 10, 500 * 1_024 + 1))).toMatchObject([
      { rule: 'heavy-image' },
      { rule: 'large-gif' },
    ]);
    expect(await findings(gif(10, 10, 2 * 1_024 * 1_024 + 1))).toMatchObject([
      { rule: 'heavy-image', severity: 'medium' },
      { rule: 'large-gif' },
    ]);
    expect(await findings(gif(10, 10, 100 * 1_024))).toEqual([]);
  });

  it('that a readme or a shop shows are loaded by nobody else', async () => {
    const heavy = gif(10, 10, 2 * 1_024 * 1_024 + 1);
    const severities = async (path: string) =>
      (await run({ 'README.md': '![](media/demo.gif)\n', [path]: heavy }))
        .tool('image-weight')
        .findings.map(({ rule, severity }) => `${rule} ${severity ?? ''}`.trim());
    expect(await severities('media/demo.gif')).toEqual(['heavy-image', 'large-gif']);
    expect(await severities('fastlane/metadata/a.gif')).toEqual(['heavy-image', 'large-gif']);
    expect(await severities('media/other.gif')).toEqual(['heavy-image medium', 'large-gif']);
  });

  it('are too large above 3,840 pixels on either side', async () => {
    expect(await findings(gif(3_840, 3_840, 64))).toEqual([]);
    expect(await findings(gif(10, 3_841, 64))).toMatchObject([
      { rule: 'oversized-image', message: '10 × 3841 pixels' },
    ]);
  });

  it('with a claimed size that fits no memory are not decoded', async () => {
    expect(await findings(gif(65_535, 65_535, 64))).toMatchObject([{ rule: 'oversized-image' }]);
  });

  it('that are damaged or no pictures are listed, and the others are judged', async () => {
    const result = await run({
      'a-empty.png': '',
      'b-text.png': 'no picture\r\n',
      'c-cut.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
      'd-noise.webp': Buffer.from('RIFF????WEBPVP8 '),
      'e.gif': gif(5_000, 1, 64),
    });
    expect(result.unreadable).toEqual(['b-text.png', 'c-cut.jpg', 'd-noise.webp']);
    expect(result.found).toEqual(['e.gif:undefined oversized-image']);
    expect(result.tool('image-weight')).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 5 });
  });
});
