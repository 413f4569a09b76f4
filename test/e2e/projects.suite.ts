import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { sharedService } from './shared-service';

const project = (name: string) => ({ name, platforms: ['web'] });

describe('projects', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('business');
  });

  it('are created with their defaults, and read back as they were answered', async () => {
    const { status, body } = await tenant.post('/api/v1/projects', { name: ' Shop ', platforms: ['desktop', 'web'] });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        data: {
          id: expect.stringMatching(/^prj_/),
          organizationId: tenant.organizationId,
          name: 'Shop',
          description: null,
          platforms: ['web', 'desktop'],
          repositoryUrl: null,
          defaultBranch: 'main',
          configuration: null,
          suppressions: 'ignore',
          createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
          updatedAt: body.data.createdAt,
        },
      },
    });
    expect((await tenant.get(`/api/v1/projects/${body.data.id}`)).body).toEqual(body);
  });

  it('change only in what is given, and null clears', async () => {
    const {
      body: { data },
    } = await tenant.post('/api/v1/projects', {
      ...project('Before'),
      description: 'Old',
      repositoryUrl: 'https://git.example/shop',
      defaultBranch: 'trunk',
    });
    const changed = await tenant.patch(`/api/v1/projects/${data.id}`, { name: 'After', description: null });
    expect(changed).toMatchObject({
      status: 200,
      body: { success: true, data: { ...data, name: 'After', description: null, updatedAt: expect.any(String) } },
    });
    expect((await tenant.patch(`/api/v1/projects/${data.id}`, {})).body).toEqual(changed.body);
    const nothing = await tenant.send('PATCH', `/api/v1/projects/${data.id}`, 'null', {
      'content-type': 'application/json',
    });
    expectRefusal(nothing, 400, 'VALIDATION_ERROR', 'A request body is needed: a JSON object');
    expect((await tenant.get(`/api/v1/projects/${data.id}`)).body).toEqual(changed.body);
  });

  it('take addresses as git writes them', async () => {
    for (const repositoryUrl of [
      'https://git.example:8443/a/b.git',
      'ssh://git@git.example/a/b',
      'git@git.example:a/b.git',
      'http://localhost:3000/a',
    ])
      expect(
        (await tenant.post('/api/v1/projects', { ...project('With a repository'), repositoryUrl })).body.data
          .repositoryUrl,
      ).toBe(repositoryUrl);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: ['a'] }, 'name'],
    [{ platforms: [] }, 'platforms'],
    [{ platforms: 'web' }, 'platforms'],
    [{ platforms: ['web', 'tv'] }, 'platforms'],
    [{ platforms: [null] }, 'platforms'],
    [{ description: 7 }, 'description'],
    [{ description: 'x'.repeat(2_001) }, 'description'],
    [{ repositoryUrl: 'git.example/a' }, 'repositoryUrl'],
    [{ repositoryUrl: 'file:///etc' }, 'repositoryUrl'],
    [{ repositoryUrl: 'https://user:password@git.example/a' }, 'repositoryUrl'],
    [{ defaultBranch: '--upload-pack=x' }, 'defaultBranch'],
    [{ defaultBranch: 'a..b' }, 'defaultBranch'],
    [{ defaultBranch: '' }, 'defaultBranch'],
  ])('are neither created nor changed with %j', async (wrong, field) => {
    const {
      body: { data },
    } = await tenant.post('/api/v1/projects', project('Untouched'));
    expectInvalid(await tenant.post('/api/v1/projects', { ...project('New'), ...wrong }), field);
    expectInvalid(await tenant.patch(`/api/v1/projects/${data.id}`, wrong), field);
    expect((await tenant.get(`/api/v1/projects/${data.id}`)).body.data).toEqual(data);
  });

  it('are gone when they are deleted', async () => {
    const {
      body: { data },
    } = await tenant.post('/api/v1/projects', project('Short-lived'));
    expect(await tenant.delete(`/api/v1/projects/${data.id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    expectRefusal(await tenant.get(`/api/v1/projects/${data.id}`), 404, 'PROJECT_NOT_FOUND', 'Project not found');
    expectRefusal(await tenant.patch(`/api/v1/projects/${data.id}`, { name: 'Back' }), 404, 'PROJECT_NOT_FOUND');
    expectRefusal(
      await tenant.post('/api/sessions', { target: { directory: service.root }, applicationId: data.id }),
      404,
      'PROJECT_NOT_FOUND',
    );
  });

  it('of another organization are not found, whatever is asked of them', async () => {
    const {
      body: { data },
    } = await tenant.post('/api/v1/projects', project('Mine'));
    const stranger = await service.tenant('business');
    for (const answer of [
      await stranger.get(`/api/v1/projects/${data.id}`),
      await stranger.patch(`/api/v1/projects/${data.id}`, { name: 'Theirs' }),
      await stranger.delete(`/api/v1/projects/${data.id}`),
      await stranger.post('/api/sessions', { target: { directory: service.root }, applicationId: data.id }),
      await stranger.post('/api/billing/quote', { projectId: data.id }),
    ])
      expectRefusal(answer, 404, 'PROJECT_NOT_FOUND', 'Project not found');
    expect((await stranger.get('/api/v1/projects')).body).toEqual({
      success: true,
      data: [],
      pagination: { page: 1, perPage: 20, total: 0 },
    });
    expect((await tenant.get(`/api/v1/projects/${data.id}`)).body.data).toEqual(data);
  });

  describe('in pages', () => {
    let pager: Tenant;
    const names = ['7', '6', '5', '4', '3', '2', '1'];
    beforeAll(async () => {
      pager = await service.tenant('pro');
      for (const name of [...names].reverse()) await pager.post('/api/v1/projects', project(name));
    });
    const page = async (query: string) => {
      const { body } = await pager.get(`/api/v1/projects${query}`);
      return { names: body.data.map(({ name }: { name: string }) => name), pagination: body.pagination };
    };

    it('come newest first, each once', async () => {
      expect(await page('')).toEqual({ names, pagination: { page: 1, perPage: 20, total: 7 } });
      expect(await page('?per_page=3')).toEqual({
        names: ['7', '6', '5'],
        pagination: { page: 1, perPage: 3, total: 7 },
      });
      expect(await page('?per_page=3&page=2')).toEqual({
        names: ['4', '3', '2'],
        pagination: { page: 2, perPage: 3, total: 7 },
      });
      expect(await page('?per_page=3&page=3')).toEqual({ names: ['1'], pagination: { page: 3, perPage: 3, total: 7 } });
      expect(await page('?per_page=3&page=4')).toEqual({ names: [], pagination: { page: 4, perPage: 3, total: 7 } });
    });

    it('begin at any offset, also one inside a page', async () => {
      expect(await page('?per_page=3&offset=1')).toEqual({
        names: ['6', '5', '4'],
        pagination: { page: 1, perPage: 3, total: 7 },
      });
      expect(await page('?per_page=3&offset=5&page=1')).toEqual({
        names: ['2', '1'],
        pagination: { page: 2, perPage: 3, total: 7 },
      });
    });

    it.each([
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=1.5', 'page'],
      ['page=one', 'page'],
      ['page=', 'page'],
      ['page=1e3', 'page'],
      ['page=9007199254740993', 'page'],
      ['page=1&page=2', 'page'],
      ['per_page=0', 'per_page'],
      ['per_page=101', 'per_page'],
      ['per_page=0x10', 'per_page'],
      ['offset=-1', 'offset'],
      ['offset=1e300', 'offset'],
      ['limit=5', 'limit'],
    ])('refuse ?%s', async (query, field) => expectInvalid(await pager.get(`/api/v1/projects?${query}`), field));
  });

  describe('within a tier', () => {
    it.each([
      ['free', 'ios', 'pro'],
      ['free', 'desktop', 'business'],
      ['starter', 'android', 'pro'],
      ['pro', 'desktop', 'business'],
    ] as const)('%s does not reach %s', async (tier, platform, requiredTier) => {
      const tenant = await service.tenant(tier);
      const {
        body: { data },
      } = await tenant.post('/api/v1/projects', project('Allowed'));
      for (const answer of [
        await tenant.post('/api/v1/projects', { name: 'a', platforms: ['web', platform] }),
        await tenant.patch(`/api/v1/projects/${data.id}`, { platforms: ['web', platform] }),
      ]) {
        expectRefusal(answer, 403, 'PLATFORM_NOT_ALLOWED', new RegExp(platform));
        expect(answer.body.error.details).toEqual({ platforms: [platform], tier, requiredTier });
      }
    });

    it('there are so many and no more, even at once, and a deleted one makes room', async () => {
      const tenant = await service.tenant('free');
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => tenant.post('/api/v1/projects', project(`${index}`))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
      expectRefusal(answers.find(({ status }) => status === 429)!, 429, 'PROJECT_LIMIT_REACHED');
      expect((await tenant.get('/api/v1/projects')).body.pagination.total).toBe(3);
      await tenant.delete(`/api/v1/projects/${answers.find(({ status }) => status === 201)!.body.data.id}`);
      expect((await tenant.post('/api/v1/projects', project('Another'))).status).toBe(201);
    });
  });
});
