import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const tools = flowTools.filter(({ id }) => id === 'csharp-data-flow');
const HIDES =
  'using System.Security.Cryptography;\nclass Hides {\n  const string Word = "abcdefgh";\n' +
  '  object Seal() { return new Rfc2898DeriveBytes(Word, Salt()); }\n}\n';

const severities = async (...imports: readonly string[]) => {
  const others = imports.map((name, index) => [`A${index}.cs`, `using ${name};\nclass A${index} { }\n`]);
  const run = await runOn(profileOf('flow'), tools, { 'Hides.cs': HIDES, ...Object.fromEntries(others) });
  const { findings } = run.tool('csharp-data-flow');
  return findings.filter(({ rule }) => rule === 'hard-coded-key').map(({ severity }) => severity ?? 'that of the rule');
};

describe('a key in the code of a program', () => {
  const WINDOWS = ['System.Windows.Forms', 'System.Windows.Controls', 'Avalonia.Controls'];
  it.each<[string, readonly string[], string]>([
    ['with windows hides from the eye only', WINDOWS, 'medium'],
    ['with windows that also serves others', [...WINDOWS, 'Microsoft.AspNetCore.Mvc'], 'that of the rule'],
    ['with one window', ['System.Windows.Forms'], 'that of the rule'],
  ])('%s', async (_, imports, severity) => expect(await severities(...imports)).toEqual([severity]));
});
