import { execFileSync } from 'node:child_process';
import { githubToken } from '../support/github-token';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, FLAWLESS, over } from '../support/scanned';

describe('a session on a directory', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
  });
  afterAll(() => service.close());

  const session = async (name: string, files: Readonly<Record<string, string>>) =>
    sessionOn({ target: { directory: await service.directory(name, files) } });
  const sessionOn = async (request: object) => {
    const { status, body } = await tenant.post('/api/sessions', request);
    expect({ status, body }).toMatchObject({ status: 202 });
    return over(service, tenant, { id: body.scanId, sessionId: body.sessionId });
  };

  it('finds what it has, in its own file and line', async () => {
    const { scan, findings } = await session('flawed', FLAWED);
    expect(scan).toMatchObject({ status: 'completed', sourceType: 'directory', summary: { medium: 1, total: 1 } });
    expect(findings).toEqual([expect.objectContaining(FLAW)]);
  });

  it('looks at the history of a local clone, unless it is told not to', async () => {
    const directory = await service.directory('clone', FLAWLESS);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example', ...args], {
        cwd: directory,
        env: { PATH: process.env['PATH'], HOME: directory, GIT_CONFIG_NOSYSTEM: '1' },
        encoding: 'utf8',
      }).trim();
    git('init', '--quiet');
    for (const token of [githubToken(), '']) {
      await service.directory('clone', { 'settings.py': `TOKEN = '${token}'\n` });
      git('add', '.');
      git('commit', '--quiet', '--message', `Set a token of ${token.length} characters`);
    }
    const looked = await sessionOn({ target: { directory } });
    const tool = 'secrets-git-history';
    expect(looked.findings.filter((finding) => finding.tool === tool)).toMatchObject([
      { file: `settings.py@${git('rev-parse', '--short=12', 'HEAD~')}`, line: 1, severity: 'critical' },
    ]);
    const told = await sessionOn({ target: { directory }, history: false });
    expect(told.session.toolReports).not.toHaveProperty(tool);
    expect(told.findings.filter((finding) => finding.tool === tool)).toEqual([]);
  });

  it('takes the owner of the repository that it was cloned from for its own', async () => {
    const uses = 'on: push\npermissions: {}\njobs:\n  a:\n    uses: acme/shared/.github/workflows/build.yml@main\n';
    const directory = await service.directory('of-acme', {
      '.github/workflows/ci.yml': uses,
      '.git/config': '[remote "origin"]\n\turl = git@code.example:acme/shop.git\n',
    });
    const rules = async () =>
      (await sessionOn({ target: { directory }, tools: ['github-actions-security'] })).findings.map(({ rule }) => rule);
    expect(await rules()).not.toContain('unpinned-action');
    await service.directory('of-acme', { '.git/config': '[core]\n' });
    expect(await rules()).toContain('unpinned-action');
  });

  it('finds nothing in one that has nothing', async () => {
    const { scan, findings } = await session('flawless', FLAWLESS);
    expect(scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(findings).toEqual([]);
  });
});
