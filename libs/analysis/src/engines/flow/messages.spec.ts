import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** A handler that hands input over several files in folders of a length, in the message of its finding. */
async function messageFor(length: number): Promise<string> {
  const folder = 'f'.repeat(length);
  const next = (index: number) => `from ${folder}.m${index} import run${index}\n`;
  const step = (index: number) =>
    `${next(index + 1)}def run${index}(value):\n    given = value\n    return run${index + 1}(given)\n`;
  const { findings } = (
    await runOn(profileOf('flow'), flowTools, {
      'app.py':
        `from flask import Flask, request\n${next(0)}app = Flask(__name__)\n` +
        '@app.get("/")\ndef show():\n    return run0(request.args["q"])\n',
      [`${folder}/m0.py`]: step(0),
      [`${folder}/m1.py`]: step(1),
      [`${folder}/m2.py`]: 'def run2(value):\n    return open("/srv/" + value).read()\n',
    })
  ).tool('py-data-flow');
  return findings.map(({ message }) => message).join('\n');
}

describe('the message of a way', () => {
  const LAST = '. Less sure: its way leads through 4 files';

  it('names the steps that fit into a line, and always why it is less sure', async () => {
    expect(await messageFor(5)).toMatch(/: passed to run0 \(app\.py:6\), stored in given .*, …, passed to run2 /);
    expect(await messageFor(200)).toMatch(/: passed to run0 \(app\.py:6\), …, passed to run2 \(f{200}\/m1\.py:4\)/);
    for (const length of [5, 120, 200, 240]) {
      const message = await messageFor(length);
      expect(message).toContain(LAST);
      expect(message.length).toBeLessThanOrEqual(500);
    }
  });
});
