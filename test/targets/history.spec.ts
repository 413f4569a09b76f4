import type { Tree, objectWriter } from '../support/git-server/git-objects';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { githubToken } from '../support/github-token';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAWED, FLAWLESS, type Scanned, projectOf, scanned } from '../support/scanned';

type Objects = ReturnType<typeof objectWriter>;

const HISTORY_TOOLS = ['secrets-git-history', 'commit-messages', 'git-hygiene'];
const NO_HISTORY = { history: false };
const TOKEN = githubToken();
const WITH_TOKEN = { 'config/settings.js': `export const settings = {\n  github: '${TOKEN}',\n};\n` };
const nested = ([path, content]: readonly [string, Tree[string]]): Tree =>
  path.split('/').reduceRight<Tree[string]>((below, name) => ({ [name]: below }), content) as Tree;
const WITHOUT = nested(['config/settings.js', 'export const settings = {};\n']);
const LEAKED = nested(Object.entries(WITH_TOKEN)[0]!);

describe('a scan of a repository with a history', () => {
  let server: GitServer;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    server = await openGitServer();
    service = await runningService({
      settings: {
        ASSAY_HOSTA_URL: `http://127.0.0.1:${server.port}`,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
      },
    });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  let repositories = 0;
  const scanOf = async (
    main: (objects: Objects) => string,
  ): Promise<Scanned & { readonly head: string; by(tool: string): Json[]; reportOf(tool: string): Json }> => {
    const repoUrl = `ada/shop-${(repositories += 1)}`;
    const head = server.add(repoUrl, { main })['main']!;
    const done = await scanned(service, tenant, project, { sourceType: 'hosta', repoUrl });
    return {
      ...done,
      head,
      by: (tool) => done.findings.filter((finding) => finding.tool === tool),
      reportOf: (tool) => done.session.toolReports[tool],
    };
  };
  const short = (commit: string) => commit.slice(0, 12);

  it('is left alone where the request says so, or the project does', async () => {
    const repoUrl = 'ada/without-history';
    server.add(repoUrl, { main: FLAWED });
    const target = { sourceType: 'hosta', repoUrl };
    const silent = (await tenant.post('/api/v1/projects', { name: 'S', platforms: ['web'], configuration: NO_HISTORY }))
      .body.data.id;
    for (const done of [
      await scanned(service, tenant, project, { ...target, ...NO_HISTORY }),
      await scanned(service, tenant, silent, target),
    ]) {
      expect(done.scan).toMatchObject({ status: 'completed' });
      for (const tool of HISTORY_TOOLS) expect(done.session.toolReports).not.toHaveProperty(tool);
    }
  });

  it('finds a secret that was removed, in the commit that brought it, and nothing of it in the source', async () => {
    let leaking = '';
    const { scan, session, findings, by } = await scanOf(({ line }) => {
      leaking = line([
        { tree: WITHOUT, message: 'Read settings from a file' },
        { tree: LEAKED, message: 'Add the settings of the shop' },
      ]);
      return line([{ tree: WITHOUT, message: 'Take the settings out again' }], [leaking]);
    });
    expect(scan).toMatchObject({ status: 'completed', summary: { critical: 1 } });
    expect(by('secrets-git-history')).toEqual([
      expect.objectContaining({
        file: `config/settings.js@${short(leaking)}`,
        line: 2,
        severity: 'critical',
        category: 'security',
        title: 'A credential of GitHub is in the file',
      }),
    ]);
    expect(by('secrets-source')).toEqual([]);
    expect(JSON.stringify([session, findings])).not.toContain(TOKEN.slice(8));
  });

  it('leaves a secret that is still there to the source', async () => {
    const { by } = await scanOf(({ line }) =>
      line([
        { tree: LEAKED, message: 'Add the settings' },
        { tree: { ...LEAKED, 'README.md': '# Shop\n' }, message: 'Say what this is' },
        { tree: { moved: LEAKED }, message: 'Move the settings' },
      ]),
    );
    expect(by('secrets-git-history')).toEqual([]);
    expect(by('secrets-source')).toEqual([expect.objectContaining({ file: 'moved/config/settings.js', line: 2 })]);
  });

  it('judges messages and what the repository should not have', async () => {
    let nobody = '';
    const { by, head } = await scanOf(({ line }) => {
      nobody = line([{ tree: FLAWLESS, message: 'update', by: 'root <root@localhost>' }]);
      return line(
        [
          {
            tree: {
              ...FLAWLESS,
              '.env': 'A=1\n',
              'x.pyc': 'x',
              'a.js': 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n',
            },
            message: 'Add the login.',
          },
        ],
        [nobody],
      );
    });
    expect(
      by('commit-messages')
        .map(({ file, title }) => [file, title])
        .sort(),
    ).toEqual(
      [
        [`commit ${short(head)}`, 'Subject that ends in a full stop'],
        [`commit ${short(nobody)}`, 'Subject that says nothing'],
      ].sort(),
    );
    expect(
      by('git-hygiene')
        .map(({ file, title }) => `${file}: ${title}`)
        .sort(),
    ).toEqual([
      '.env: Environment file in the repository',
      'a.js: Marks of an unfinished merge',
      `commit ${short(nobody)}: Commit of nobody`,
      'x.pyc: Compiled file in the repository',
    ]);
  });

  it('finds none of it in a clean one', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`part-${index}.css`, FLAWLESS['site.css']]),
    );
    const tree = {
      ...files,
      'README.md': '# Shop\n\nSells things.\n',
      LICENSE: 'MIT License\n',
      '.gitignore': 'node_modules/\n',
    };
    const { session, by, reportOf } = await scanOf(({ line }) =>
      line([
        { tree: FLAWED, message: 'Begin the shop' },
        { tree, message: 'Say what this is\n\nSomebody asked.' },
        { tree: { ...tree, 'cart.css': FLAWLESS['site.css'] }, message: 'feat: add the cart' },
      ]),
    );
    for (const tool of HISTORY_TOOLS) {
      expect([tool, by(tool)]).toEqual([tool, []]);
      expect(reportOf(tool)).toMatchObject({ status: 'completed' });
    }
    expect(session.status).toBe('completed');
  });

  it(
    'skips what reads the history, says why and returns its credits, where git refuses the history of a sound ' +
      'head',
    async () => {
      const unread = await scanOf(({ line }) =>
        line([{ tree: { '.git': { config: 'x' } } }, { tree: FLAWED, message: 'Begin again' }]),
      );
      const read = await scanOf(({ line }) =>
        line([
          { tree: FLAWLESS, message: 'Begin' },
          { tree: FLAWED, message: 'Begin again' },
        ]),
      );
      for (const tool of HISTORY_TOOLS)
        expect(unread.reportOf(tool)).toMatchObject({
          status: 'skipped',
          result: { reason: expect.stringMatching(/^its history cannot be read \(.*hasDotgit/) },
        });
      expect(unread.by('biome-css')).toHaveLength(1);
      expect(unread.cost).toBeLessThan(read.cost);
    },
  );

  const tiny = (objects: Objects) => [objects.treeOf({ a: 'a' }), objects.treeOf({ a: 'b' })] as const;
  const chain = (
    objects: Objects,
    length: number,
    options: (index: number) => Parameters<Objects['commit']>[1],
  ): string => {
    const trees = tiny(objects);
    let parents: string[] = [];
    for (let index = 0; index < length; index += 1)
      parents = [objects.commit(trees[index % 2]!, { parents, at: 1_700_000_000 + index, ...options(index) })];
    return parents[0]!;
  };
  const deep = (objects: Objects, levels: number): string => {
    let id = objects.treeOf({ file: 'x' });
    for (let level = 0; level < levels; level += 1) id = objects.tree([{ mode: '40000', name: 'd', id }]);
    return id;
  };

  it.each<[string, (objects: Objects) => string, readonly string[]]>([
    [
      'ten thousand commits',
      (objects) => chain(objects, 10_000, (index) => ({ message: `Change number ${index}` })),
      [],
    ],
    [
      'messages of megabytes',
      (objects) => chain(objects, 5, (index) => ({ message: `Say a lot ${index}\n\n${'long '.repeat(400_000)}` })),
      [],
    ],
    [
      'messages that move the cursor',
      (objects) => chain(objects, 30, () => ({ message: '\u001b[2J\u001b]0;title\u0007 All is well' })),
      ['control-characters'],
    ],
    [
      'messages that are no text',
      (objects) => chain(objects, 30, () => ({ message: Buffer.from([0xff, 0xfe, 0x1b, 0x80, 0x0a, 0xc3]) })),
      ['control-characters'],
    ],
    [
      'dates out of every range',
      (objects) =>
        chain(objects, 6, (index) => ({
          message: `Set the clock to ${index}`,
          at: ['99999999999999999999', '-1', '0', '253402300800', 'never', '18446744073709551616'][index]!,
        })),
      ['date-out-of-range'],
    ],
    [
      'dates in the future',
      (objects) => chain(objects, 3, () => ({ message: 'Set the clock', at: 4_000_000_000 })),
      ['date-in-the-future'],
    ],
    [
      'a thousand merges',
      (objects) => {
        const trees = tiny(objects);
        let [left, right] = [
          chain(objects, 1, () => ({})),
          chain(objects, 1, () => ({ message: 'Another beginning' })),
        ];
        for (let index = 0; index < 1_000; index += 1)
          [left, right] = [
            objects.commit(trees[index % 2]!, { parents: [left, right], message: `Merge branch 'b${index}'` }),
            left,
          ];
        return left;
      },
      [],
    ],
    [
      'a merge of a thousand',
      (objects) => {
        const [tree] = tiny(objects);
        return objects.commit(tree, {
          parents: Array.from({ length: 1_000 }, (_, index) =>
            objects.commit(tree, { message: `Side number ${index}` }),
          ),
          message: 'Merge all of them',
        });
      },
      [],
    ],
    [
      'folders within folders without an end in an old commit',
      (objects) =>
        objects.line(
          [{ tree: FLAWLESS, message: 'Clean up' }],
          [objects.commit(deep(objects, 3_000), { message: 'Dig', at: 1_600_000_000 })],
        ),
      [],
    ],
    [
      'authors of any bytes',
      (objects) =>
        chain(objects, 3, (index) => ({
          message: 'Keep the name',
          by: ['<>', `${'x'.repeat(100_000)} <a@b.example>`, '\u202eadA <ada@site.example>'][index]!,
        })),
      ['author-placeholder'],
    ],
  ])('gets through %s', async (_, main, rules) => {
    const { scan, reportOf, by } = await scanOf(main);
    expect(scan).toMatchObject({ status: 'completed' });
    // There may be no earlier version of any file: then nothing is planned for it.
    for (const tool of ['commit-messages', 'git-hygiene'])
      expect([tool, reportOf(tool)]).toMatchObject([tool, { status: 'completed' }]);
    expect([...new Set([...by('commit-messages'), ...by('git-hygiene')].map(({ rule }) => rule))]).toEqual(
      expect.arrayContaining([...rules]),
    );
    for (const tool of HISTORY_TOOLS) expect(by(tool).length).toBeLessThanOrEqual(60);
  });

  it('gets through a history that breaks off where the server has no more of it', async () => {
    const { scan, by, reportOf } = await scanOf((objects) =>
      objects.commit(objects.treeOf(FLAWED), { parents: ['1'.repeat(40)] }),
    );
    expect(scan).toMatchObject({ status: 'completed' });
    expect(by('biome-css')).toHaveLength(1);
    for (const tool of HISTORY_TOOLS)
      expect(reportOf(tool)).toMatchObject({
        status: 'skipped',
        result: { reason: expect.stringMatching(/^its history cannot be read/) },
      });
  });

  it.each<[string, (objects: Objects) => string, string]>([
    [
      'a folder called .git',
      (objects) => objects.commit(objects.treeOf({ '.git': { config: 'x' } })),
      'REPOSITORY_REFUSED',
    ],
    [
      'two entries of one name',
      (objects) => {
        const id = objects.write('blob', Buffer.from('x'));
        return objects.commit(
          objects.tree([
            { mode: '100644', name: 'a', id },
            { mode: '100644', name: 'a', id },
          ]),
        );
      },
      'REPOSITORY_REFUSED',
    ],
    ['folders within folders without an end', (objects) => objects.commit(deep(objects, 3_000)), 'REPOSITORY_REFUSED'],
  ])('fails with a reason, and costs nothing, where the head has %s', async (_, main, code) => {
    const { scan, cost } = await scanOf(main);
    expect(scan).toMatchObject({
      status: 'failed',
      error: { code: expect.stringMatching(code), message: expect.stringMatching(/\w/) },
    });
    expect(cost).toBe(0);
  });
});
