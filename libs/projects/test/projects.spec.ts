import { decide } from '@assay/event-store';
import { CreateOrganization, IdentityModule } from '@assay/identity';
import { organizations } from '../../../projections/organizations.projection';
import { projects } from '../../../projections/projects.projection';
import { type RunningContext, refusalOf, startContext } from '../../identity/test/running-context';
import { ChangeProject, CreateProject, DeleteProject, GetProject, ListProjects, ProjectsModule } from '../src';
import { createProject, project, projectStream } from '../src/domain/project';
import { newProjectFields } from '../src/domain/project-fields';
import { projectSlots, projectSlotsStream, takeSlot } from '../src/domain/project-slots';

const AT = '2026-11-05T10:00:00.000Z';
let context: RunningContext;
let organizationId: string;
beforeEach(async () => {
  context = await startContext({ modules: [IdentityModule, ProjectsModule], projections: [projects, organizations] });
  ({ organizationId } = await context.execute(new CreateOrganization({ name: 'Acme', tier: 'free' })));
});
afterEach(() => context.stop());

const create = async (name = 'Shop') =>
  (await context.execute(new CreateProject({ organizationId, name, platforms: ['web'] }))).projectId;
const get = (projectId: string) => context.ask(new GetProject({ organizationId, projectId }));
const total = async () => (await context.ask(new ListProjects({ organizationId }))).total;

describe('projects', () => {
  it('are there as soon as they are created', async () => {
    expect(await get(await create())).toEqual({
      id: expect.stringMatching(/^prj_/) as unknown,
      organizationId,
      name: 'Shop',
      description: null,
      platforms: ['web'],
      repositoryUrl: null,
      defaultBranch: 'main',
      configuration: null,
      suppressions: 'ignore',
      createdAt: AT,
      updatedAt: AT,
    });
  });

  it('change in what is supplied only', async () => {
    const projectId = await create();
    context.moveTo('2026-11-06T00:00:00.000Z');
    await context.execute(new ChangeProject({ organizationId, projectId, description: 'Sells things' }));
    expect(await get(projectId)).toMatchObject({
      name: 'Shop',
      description: 'Sells things',
      createdAt: AT,
      updatedAt: '2026-11-06T00:00:00.000Z',
    });
  });

  it('do not change when nothing differs', async () => {
    const projectId = await create();
    expect(await context.execute(new ChangeProject({ organizationId, projectId, name: 'Shop' }))).toEqual({
      position: undefined,
    });
  });

  it('are gone when deleted, and deleting again changes nothing', async () => {
    const projectId = await create();
    await context.execute(new DeleteProject({ organizationId, projectId }));
    const head = await context.events.head();
    await context.execute(new DeleteProject({ organizationId, projectId }));
    expect(await context.events.head()).toBe(head);
    expect(await refusalOf(get(projectId))).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
  });

  it('do not exist for another organization', async () => {
    const projectId = await create();
    const other = (await context.execute(new CreateOrganization({ name: 'Other', tier: 'free' }))).organizationId;
    for (const attempt of [
      () => context.ask(new GetProject({ organizationId: other, projectId })),
      () => context.execute(new ChangeProject({ organizationId: other, projectId, name: 'Mine' })),
      () => context.execute(new DeleteProject({ organizationId: other, projectId })),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
    expect(await get(projectId)).toMatchObject({ name: 'Shop' });
  });

  it('are listed newest first, a page at a time', async () => {
    for (const [index, name] of ['first', 'second', 'third'].entries()) {
      context.moveTo(`2026-11-05T10:00:0${index}.000Z`);
      await create(name);
    }
    const page = (number: number) => context.ask(new ListProjects({ organizationId, page: number, perPage: 2 }));
    expect((await page(1)).projects.map(({ name }) => name)).toEqual(['third', 'second']);
    expect(await page(2)).toMatchObject({ projects: [{ name: 'first' }], page: 2, perPage: 2, total: 3 });
    expect((await page(3)).projects).toEqual([]);
  });

  it.each([{ page: 0 }, { perPage: 0 }, { perPage: 101 }, { page: 1.5 }])('are not listed for %j', async (paging) =>
    expect(await refusalOf(context.ask(new ListProjects({ organizationId, ...paging })))).toMatchObject({
      code: 'VALIDATION_ERROR',
    }),
  );

  it('have the platforms of their tier only, and are told which tier has the others', async () => {
    expect(
      await refusalOf(context.execute(new CreateProject({ organizationId, name: 'App', platforms: ['web', 'ios'] }))),
    ).toMatchObject({
      code: 'PLATFORM_NOT_ALLOWED',
      message: 'Platform ios requires the Pro tier',
      details: { requiredTier: 'pro' },
    });
    const projectId = await create();
    expect(
      await refusalOf(context.execute(new ChangeProject({ organizationId, projectId, platforms: ['desktop'] }))),
    ).toMatchObject({ code: 'PLATFORM_NOT_ALLOWED', details: { requiredTier: 'business' } });
  });
});

describe('the number of projects', () => {
  it('is limited by the tier, exactly, however many are created at once', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => create(`p${index}`)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await total()).toBe(3);
    expect(await refusalOf(create())).toMatchObject({ code: 'PROJECT_LIMIT_REACHED' });
  });

  it('has room again when one is deleted', async () => {
    const [first] = [await create('a'), await create('b'), await create('c')];
    await context.execute(new DeleteProject({ organizationId, projectId: first }));
    await create('d');
    expect(await total()).toBe(3);
  });

  const slot = (projectId: string) => ({ organizationId, projectId, at: AT });
  const takeOnly = (projectId: string) =>
    decide(context.events, projectSlotsStream(organizationId), projectSlots, (slots) =>
      takeSlot(slot(projectId), 3, slots),
    );

  it('does not count a creation that a crash cut short', async () => {
    await takeOnly('prj_crashed');
    for (const name of ['a', 'b', 'c']) await create(name);
    expect(await total()).toBe(3);
    expect(await refusalOf(create())).toMatchObject({ code: 'PROJECT_LIMIT_REACHED' });
  });

  it('keeps a creation that was given up from coming true later', async () => {
    await takeOnly('prj_slow');
    for (const name of ['a', 'b', 'c']) await create(name);
    const { state } = await decide(context.events, projectStream('prj_slow'), project, (current) =>
      createProject(slot('prj_slow'), newProjectFields({ name: 'slow', platforms: ['web'] }), current),
    );
    expect(state.status).toBe('gone');
  });

  it('does not count a project whose deletion a crash cut short', async () => {
    const [first] = [await create('a'), await create('b'), await create('c')];
    await context.events.append(projectStream(first), [{ type: 'ProjectDeleted', data: slot(first) }]);
    await create('d');
    expect(await total()).toBe(3);
  });
});
