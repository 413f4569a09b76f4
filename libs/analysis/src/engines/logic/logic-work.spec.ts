import { runOn } from '../../../test/run-on';
import { logicTools } from '../../catalogue/logic';
import { profileOf } from '../engine-table';

it('does not read what is nested in each other again and again', async () => {
  const nested = (begin: string, end: string) => begin.repeat(1_500) + end.repeat(1_500);
  const tree = {
    'loops.c': `int f(int a) {\n${nested('while (a > 1) {\n', 'break;\n}\n')}}\n`,
    'branches.c': `int f(int a) {\n${nested('if (a > 1) {\n', '} else { g(); }\n')}}\n`,
    'sum.go': `package a\n\nvar s = ${Array.from({ length: 60_000 }, () => 'a').join(' -\n')}\n`,
    'chain.go': `package a\n\nvar s = ${Array.from({ length: 60_000 }, (_, index) => `a${index}`).join(' &&\n')}\n`,
  };
  const run = (await runOn(profileOf('logic'), logicTools, tree)).tool('logic-errors');
  expect(run.outcome).toEqual({ status: 'completed' });
  expect(run.filesChecked).toBe(4);
});
