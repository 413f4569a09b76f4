import { finding, recorded } from '../../test/recorded';
import type { FindingsEvent, SafePlacesRecorded } from './finding';
import { loweredFindings } from './lowering';
import { groupsInLine, mergeGroups } from './merging';

const PLACE = { file: 'src/a.js', line: 3, weakness: 'CWE-95', because: 'constant' } as const;
const at = '2026-11-01T10:00:00.000Z';
const safe = (...places: SafePlacesRecorded['data']['places']): SafePlacesRecorded => ({
  type: 'SafePlacesRecorded',
  data: { sessionId: 'ses_1', tool: 'flow', at, places },
});
const [first, second] = groupsInLine(PLACE, 2);

async function lowered(events: readonly FindingsEvent[], isHeard = () => true) {
  const read = async function* () {
    for (const event of events) yield await Promise.resolve(event);
  };
  const isAboutValue = ({ rule }: { rule: string }) => rule === 'no-eval';
  return (await loweredFindings(read, { isHeard, isAboutValue })).map(({ id, from }) => `${id} ${from}`);
}

describe('findings at places that are proven to be safe', () => {
  it('are those of the same file, line and weakness, as the tools that report them are merged', () => {
    const place = { tool: 'lint', rule: 'no-eval', file: 'src/a.js', line: 3, weakness: 'CWE-95' };
    expect(mergeGroups([place, place])).toEqual([first, second]);
  });

  it('are all of one line, however often a tool reports it, in whichever order the events come', async () => {
    const found = recorded('lint', finding('f1', { group: first! }), finding('f2', { group: second! }), finding('f3'));
    expect(await lowered([safe(PLACE), found])).toEqual(['f1 medium', 'f2 medium']);
    expect(await lowered([found, safe(PLACE)])).toEqual(['f1 medium', 'f2 medium']);
  });

  it('are none of rules that are not about a value, and none that is of no weight already', async () => {
    const other = finding('f1', { group: first!, rule: 'no-xml' });
    const slight = finding('f2', { group: first!, severity: 'info' });
    expect(await lowered([safe(PLACE), recorded('lint', other, slight)])).toEqual([]);
  });

  it('are none where the tool that proves it has not ended, or reports a finding there', async () => {
    const found = recorded('lint', finding('f1', { group: first! }));
    expect(await lowered([safe(PLACE), found], () => false)).toEqual([]);
    expect(await lowered([safe(PLACE), found, recorded('flow', finding('f2', { group: first! }))])).toEqual([]);
    const twice = recorded('lint', finding('f1', { group: first! }), finding('f3', { group: second! }));
    expect(await lowered([safe(PLACE), twice, recorded('flow', finding('f2', { group: first! }))])).toEqual([]);
  });
});
