import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const WEB =
  'import os\nfrom flask import Flask\napp = Flask(__name__)\n\n' +
  '@app.route("/a/<name>")\ndef a(name):\n    os.system("ls " + name)\n    return ""\n';

async function foundIn(jobs: string): Promise<readonly string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'jobs.py': jobs, 'web.py': WEB })).tool(
    'py-data-flow',
  );
  return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

const importing = (rest: string) => `import sys

def check(state):
    if state.due:
        from web import app
        app.stop()
${rest}
check(sys.argv)
`;

describe('a module that a function imports', () => {
  it.each([
    ['comes back', ''],
    ['ends the program', '        sys.exit(0)\n'],
    ['raises an error', '        raise ValueError("due")\n'],
  ])('keeps its routes where the function %s', async (_, rest) => {
    expect(await foundIn(importing(rest))).toEqual(['web.py:7 command-injection']);
  });
});
