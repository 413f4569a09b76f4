import { engineOn } from '../../../test/engine-alone';
import { eslintTools } from '../../catalogue/eslint';

describe('a tool of the ESLint pass', () => {
  it('has its outcome with its last file, those of pages and data before any program is linted', () => {
    const { reported } = engineOn('eslint', {
      'a.js': 'eval(name);\n',
      'b.json': '{"a": 1, "a": 2}\n',
      'c.yml': 'version: 3.10\n',
      'd.html': '<img src="a">\n',
    });
    const at = (kind: string, id: string) => reported.findIndex((each) => each.kind === kind && each.tool === id);
    const program = at('finding', 'eslint-security');
    expect(program).toBeGreaterThan(-1);
    for (const id of ['json-lint', 'yaml-lint', 'html-eslint']) {
      expect(at('finding', id)).toBeGreaterThan(-1);
      expect(at('completed', id)).toBeGreaterThan(at('finding', id));
      expect(at('completed', id)).toBeLessThan(program);
    }
    expect(at('completed', 'eslint-security')).toBeGreaterThan(program);
    const outcomes = reported.filter(({ kind }) => kind === 'completed' || kind === 'failed').map(({ tool }) => tool);
    expect(outcomes.sort()).toEqual(eslintTools.map(({ id }) => id).sort());
  });
});
