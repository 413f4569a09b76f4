import { runOn } from '../../../test/run-on';
import { shellTools } from '../../catalogue/shell';
import { profileOf } from '../engine-table';

/** Half a megabyte of one thing. */
const many = (piece: string): string => piece.repeat(Math.floor(500_000 / piece.length));

it('looks at no part of a script again and again', async () => {
  const tree = {
    'conditions.sh': `${many('[ $a=b ] && ')}c\n`,
    'wrappers.sh': `${many('sudo ')}rm -rf "$A"/*\n`,
    'patterns.sh': `case $a in ${many('a|')}b) c ;; a) d ;; esac\n`,
    'arguments.sh': `read ${many('a ')}\n`,
    'substitutions.sh': `${'"$( '.repeat(280)}${many('a=b c ')}${' )"'.repeat(280)}`,
    'broken.sh': many('[ $a=b ] ) (\n'),
    // The last ones: their findings are more than are kept of a tool.
    'x/loops.sh': `${'while read -r a; do\n'.repeat(250)}${many('ssh a b\n')}${'done < c\n'.repeat(250)}`,
    'y/removals.sh': many('cd "$a"\nrm -rf *\n'),
  };
  const run = await runOn(profileOf('shell'), shellTools, tree);
  expect(run.tool('shell-scripts')).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 8 });
  expect(run.unreadable).toEqual([]);
  for (const found of ['conditions.sh:1 test-without-spaces', 'patterns.sh:1 unreachable-case'])
    expect(run.found).toContain(found);
}, 120_000);
