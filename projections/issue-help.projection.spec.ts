import type { AiReportsDeleted, IssueFeature, IssueHelpDelivered } from '@assay/ai-reports';
import { projected } from '../libs/read-models/test/projected';
import { issueHelp } from './issue-help.projection';

const stream = 'ai-reports-scn_1';
const at = '2026-11-01T10:00:00.000Z';

function delivered(
  feature: IssueFeature,
  texts: Readonly<Record<string, readonly string[]>>,
): IssueHelpDelivered & { stream: string } {
  const of = { organizationId: 'org_1', projectId: 'prj_1', scanId: 'scn_1', reportId: 'air_1' };
  const written = Object.entries(texts).map(([findingId, sentences]) => ({ findingId, basis: 'b', sentences }));
  return {
    stream,
    type: 'IssueHelpDelivered',
    data: { at, ...of, feature, texts: written, missing: ['fnd_9'] },
  };
}

const deleted = (findingIds: readonly string[]): AiReportsDeleted & { stream: string } => ({
  stream,
  type: 'AiReportsDeleted',
  data: { at, scanId: 'scn_1', findingIds },
});

describe('the read model of help with findings', () => {
  it('has the newest of each feature of a finding that was written about', () =>
    expect(
      projected(issueHelp, [
        delivered('issue_explanations', { fnd_1: ['First.'], fnd_2: ['Second.'] }),
        delivered('fix_suggestions', { fnd_1: ['Do this.', 'Then that.'] }),
        delivered('issue_explanations', { fnd_1: ['Anew.'] }),
      ]),
    ).toEqual({
      fnd_1: {
        findingId: 'fnd_1',
        organizationId: 'org_1',
        sentences: { issue_explanations: ['Anew.'], fix_suggestions: ['Do this.', 'Then that.'] },
      },
      fnd_2: { findingId: 'fnd_2', organizationId: 'org_1', sentences: { issue_explanations: ['Second.'] } },
    }));

  it('has nothing once it is deleted', () =>
    expect(
      Object.keys(
        projected(issueHelp, [
          delivered('issue_explanations', { fnd_1: ['First.'], fnd_2: ['Second.'], fnd_3: ['Third.'] }),
          deleted(['fnd_1', 'fnd_3']),
        ]),
      ),
    ).toEqual(['fnd_2']));
});
