import { kindGroup } from '@assay/findings';
import { deleted, finding, recorded } from '../libs/findings/test/recorded';
import { projected } from '../libs/read-models/test/projected';
import { findingMembers } from './finding-members.projection';

describe("the read model of defects' members", () => {
  const history = [recorded('lint', finding('f1')), recorded('audit', finding('f2', { severity: 'high' }))];

  it('leads from each finding, also a merged one, to its defect', () =>
    expect(projected(findingMembers, history)).toMatchObject({
      f1: { groupId: 'ses_1/g1', scanId: 'scn_1', tool: 'lint', severity: 'medium', severityRank: 2 },
      f2: { groupId: 'ses_1/g1', scanId: 'scn_1', tool: 'audit', severity: 'high', severityRank: 1 },
    }));

  it('is of the group of its cause, and of that of its rule where none is named', () => {
    const documents = projected(findingMembers, [
      recorded('lint', finding('f1'), finding('f2', { cause: 'a.example' }), finding('f3', { cause: 'b.example' })),
    ]);
    const kinds = ['f1', 'f2', 'f3'].map((id) => documents[id]!.kind);
    expect(kinds[0]).toBe(kindGroup({ tool: 'lint', rule: finding('f1').rule }));
    expect(new Set(kinds).size).toBe(3);
  });

  it('forgets the findings that are deleted', () =>
    expect(Object.keys(projected(findingMembers, [...history, deleted(['f1'], ['g1'])]))).toEqual(['f2']));

  it('says which are suppressed, and nothing of the others', () => {
    const suppression = { kind: 'file', reason: 'why', place: '.assay/ignore:1' } as const;
    const documents = projected(findingMembers, [recorded('lint', finding('f1', { suppression }), finding('f2'))]);
    expect(documents['f1']).toMatchObject({ suppressed: true });
    expect(documents['f2']).not.toHaveProperty('suppressed');
  });
});
