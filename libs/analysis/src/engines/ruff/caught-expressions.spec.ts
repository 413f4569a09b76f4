import { runOn } from '../../../test/run-on';
import { ruffTools } from '../../catalogue/python';
import { profileOf } from '../engine-table';

const isTold = async (caught: string) => {
  const text = `async def f(a, b):\n    try:\n        pass\n    except ${caught}:\n        raise\n`;
  return (await runOn(profileOf('ruff'), ruffTools, { 'a.py': text })).found.includes('a.py:4 B030');
};

it.each([
  'a.errors + ((b.error,) if (b := a.other()) is not None else ())',
  'a.errors + (\n        (b.error,) if b else ()\n    )',
  '(KeyError if a else ValueError)',
  '(KeyError, OSError if a else ValueError if b else TypeError)',
  '(a.errors or ()) + (KeyError,)',
  '(caught := a.errors())',
  'await a.errors()',
])('does not tell of what may give exceptions: %s', async (caught) => expect(await isTold(caught)).toBe(false));

it.each([
  '(KeyError, "a if b else c")',
  '(KeyError if a else "ValueError")',
  '(1 if a else KeyError)',
  '(KeyError, [a if b else ValueError])',
  '(KeyError, None)',
  '(caught := [a])',
  'a.errors + [b]',
])('tells of what gives none: %s', async (caught) => expect(await isTold(caught)).toBe(true));
