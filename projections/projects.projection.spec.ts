import type { ProjectEvent } from '@assay/projects';
import { projected } from '../libs/read-models/test/projected';
import { projects } from './projects.projection';

const about = { projectId: 'prj_1', organizationId: 'org_1' };
const fields = {
  name: 'Shop',
  description: null,
  platforms: ['web' as const],
  repositoryUrl: null,
  defaultBranch: 'main',
};
const created: Extract<ProjectEvent, { type: 'ProjectCreated' }> = {
  type: 'ProjectCreated',
  data: { ...about, ...fields, at: '2026-11-01T10:00:00.000Z' },
};

describe('the read model of projects', () => {
  it('has a project as it was changed last, and keeps what was not changed', () =>
    expect(
      projected(projects, [
        created,
        { type: 'ProjectChanged', data: { ...about, name: 'Shop 2', at: '2026-11-02T10:00:00.000Z' } },
      ]),
    ).toEqual({
      prj_1: {
        id: 'prj_1',
        organizationId: 'org_1',
        ...fields,
        configuration: null,
        suppressions: 'ignore',
        name: 'Shop 2',
        createdAt: '2026-11-01T10:00:00.000Z',
        updatedAt: '2026-11-02T10:00:00.000Z',
      },
    }));

  it('has no project that was deleted', () =>
    expect(
      projected(projects, [created, { type: 'ProjectDeleted', data: { ...about, at: '2026-11-02T10:00:00.000Z' } }]),
    ).toEqual({}));
});
