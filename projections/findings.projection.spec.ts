import { deleted, finding, lowered, recorded } from '../libs/findings/test/recorded';
import { projected } from '../libs/read-models/test/projected';
import { findings } from './findings.projection';

describe('the read model of findings', () => {
  const history = [
    recorded('lint', finding('f1')),
    recorded('audit', finding('f2', { severity: 'high' }), finding('f3', { group: 'g2', line: 9 })),
  ];

  it('has one document a defect, for which the most severe of its findings speaks', () => {
    const documents = projected(findings, history);
    expect(Object.keys(documents)).toEqual(['ses_1/g1', 'ses_1/g2']);
    expect(documents['ses_1/g1']).toMatchObject({
      scanId: 'scn_1',
      projectId: 'prj_1',
      findingId: 'f2',
      severity: 'high',
      severityRank: 1,
      members: [
        { id: 'f2', tool: 'audit' },
        { id: 'f1', tool: 'lint' },
      ],
    });
    expect(documents['ses_1/g2']).toMatchObject({ findingId: 'f3', line: 9, members: [{ id: 'f3', tool: 'audit' }] });
  });

  it('forgets the defects that are deleted', () =>
    expect(Object.keys(projected(findings, [...history, deleted(['f1', 'f2'], ['g1'])]))).toEqual(['ses_1/g2']));

  it('has what a lowered finding matters now, and is spoken for by what matters more', () => {
    const documents = projected(findings, [...history, lowered(['f2', 'g1', 'high'])]);
    expect(documents['ses_1/g1']).toMatchObject({
      findingId: 'f1',
      severity: 'medium',
      members: [
        { id: 'f1' },
        { id: 'f2', severity: 'info', lowering: { from: 'high', by: 'flow', because: 'constant' } },
      ],
    });
    expect(documents['ses_1/g2']).toMatchObject({ severity: 'medium' });
    expect(projected(findings, [lowered(['f2', 'g1', 'high'])])).toEqual({});
  });

  it('has one for which a suppressed finding speaks only where all of them are suppressed', () => {
    const suppression = { kind: 'comment', reason: 'why', place: 'src/a.js:2' } as const;
    const quiet = recorded('lint', finding('f1', { severity: 'critical', suppression }));
    expect(projected(findings, [quiet])['ses_1/g1']).toMatchObject({ findingId: 'f1', suppressed: true });
    const both = projected(findings, [quiet, recorded('audit', finding('f2', { severity: 'low' }))])['ses_1/g1'];
    expect(both).toMatchObject({
      findingId: 'f2',
      severity: 'low',
      members: [{ id: 'f2' }, { id: 'f1', suppression }],
    });
    expect(both).not.toHaveProperty('suppressed');
  });
});
