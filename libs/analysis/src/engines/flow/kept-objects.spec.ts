import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const runOf = async (tool: string, file: string, text: string, role?: 'test') =>
  (await runOn(profileOf('flow'), flowTools, { [file]: text }, undefined, undefined, () => role)).tool(tool);

describe('objects that a function of the target makes', () => {
  it.each([
    [
      'js-data-flow',
      'a.js',
      `function make() {\n  let sum = 0;\n${times(800, () => '  sum = sum + 1;')}\n  return { sum };\n}\n` +
        times(60, (index) => `function test${index}() { return make().sum; }`),
    ],
    [
      'ruby-data-flow',
      'a.rb',
      `def make\n  sum = 0\n${times(800, () => '  sum = sum + 1')}\n  { sum: sum }\nend\n` +
        `class Tests\n${times(60, (index) => `  def test_${index}\n    make\n  end`)}\nend\n`,
    ],
  ])('are made once for all tests that call it alike (%s)', async (tool, file, text) => {
    expect((await runOf(tool, file, text, 'test')).unreadable).toEqual([]);
  });

  it('are told apart by the constants in them', async () => {
    const { findings } = await runOf(
      'js-data-flow',
      'a.js',
      "const https = require('https');\n" +
        'function options(isStrict) { return { rejectUnauthorized: isStrict }; }\n' +
        "function one() { https.get('https://one.example', options(true)); }\n" +
        "function two() { https.get('https://two.example', options(false)); }\n" +
        'module.exports = { one, two };\n',
    );
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([['certificate-unchecked', 4]]);
  });

  it('keep the arguments of their own constructor', async () => {
    const { findings } = await runOf(
      'py-data-flow',
      'a.py',
      'import psycopg2\n' +
        'class Base:\n    def __init__(self, settings):\n        self.settings = settings\n' +
        'class Other(Base):\n    def __init__(self, settings):\n        super().__init__(settings)\n' +
        'other = Other({"password": "kept-in-the-code"})\n' +
        'class Database(Base):\n    def connect(self):\n        self.count = 1\n' +
        '        return psycopg2.connect(user="a", password=self.settings.get("password"))\n' +
        'Database({"password": "also-in-the-code"}).connect()\n',
    );
    expect(findings.map(({ rule, trace }) => [rule, trace?.steps[0]?.line])).toEqual([['hard-coded-password', 13]]);
  });
});
