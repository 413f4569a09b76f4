import { workflowSecurityTools } from '../../catalogue/github-actions';
import { runOn } from '../../../test/run-on';
import { findings, workflowWith } from '../../../test/workflow-findings';
import { profileOf } from '../engine-table';

const profile = profileOf('workflow-security');

describe('the workflow rules, by who owns what is used,', () => {
  it.each([
    ['package.json', '{ "repository": { "type": "git", "url": "git+https://github.com/Acme/shop.git" } }'],
    ['package.json', '{ "repository": "acme/shop" }'],
    ['go.mod', 'module github.com/acme/shop/v2\n'],
    ['Cargo.toml', '[package]\nrepository = "https://github.com/acme/shop"\n'],
    ['pyproject.toml', '[project.urls]\nSource = "https://github.com/acme/shop"\n'],
    ['pom.xml', '<project>\n  <scm>\n    <url>https://github.com/acme/shop</url>\n  </scm>\n</project>\n'],
    ['Chart.yaml', 'name: shop\nsources:\n  - https://github.com/acme/shop\n'],
    ['galaxy.yml', 'namespace: shop\nrepository: https://github.com/acme/shop\n'],
    ['CODEOWNERS', '# @others/reviewers reviews\n*  @somebody @acme/shop-team\n'],
    ['.github/CODEOWNERS', '/docs/ @Acme/writers\n'],
    ['README.md', '![CI](https://github.com/acme/shop/actions/workflows/ci.yml/badge.svg)\n'],
  ])('count what the owner of the project has elsewhere as its own: %s %s', async (manifest, text) => {
    const used = [
      'uses: acme/release/.github/actions/tag@main',
      'uses: others/release@v1\n',
      'uses: acme-labs/release@v1\n',
    ].join('\n      - ');
    const run = await runOn(profile, workflowSecurityTools, { ...workflowWith('push', used), [manifest]: text });
    expect(run.tool('github-actions-security').findings.map(({ line }) => line)).toEqual([8, 10]);
  });

  it('count what the owner of the repository has elsewhere as its own', async () => {
    const used = 'uses: acme/release@main\n      - uses: acme-labs/release@main';
    const target = { kind: 'directory', leftOut: [], repository: 'Acme/group/shop' } as const;
    const run = await runOn(profile, workflowSecurityTools, workflowWith('push', used), target);
    expect(run.tool('github-actions-security').findings.map(({ line }) => line)).toEqual([8]);
  });

  it('are mild about a workflow that lies in the project itself and is named in full, and say why', async () => {
    const calls = (place: string) => `  a:\n    uses: ${place}\n    secrets: inherit\n`;
    const caller = (place: string) => `on: push\npermissions: {}\njobs:\n${calls(place)}`;
    const found = async (place: string, called = 'workflow_call') => {
      const run = await runOn(profile, workflowSecurityTools, {
        'README.md': '[Help](https://github.com/Acme/shop/issues), by [others](https://github.com/others).\n',
        '.github/workflows/ci.yml': caller(place),
        '.github/workflows/build.yml': `on: ${called}\npermissions: {}\njobs: {}\n`,
      });
      return run
        .tool('github-actions-security')
        .findings.map(({ line, rule, severity, message }) =>
          [line, rule, severity ?? 'as the rule says', ...(message.includes('may be your own') ? ['own?'] : [])].join(
            ' ',
          ),
        );
    };
    const ofOthers = ['5 unpinned-action high', '6 all-secrets-exposed as the rule says'];
    expect(await found('acme/shop/.github/workflows/build.yml@main')).toEqual([
      '5 unpinned-action low own?',
      '6 all-secrets-exposed low own?',
    ]);
    expect(await found('acme/shop/.github/workflows/build.yml@main', 'push')).toEqual(ofOthers);
    expect(await found('acme/shop/.github/workflows/build.yml@main', 'push # or workflow_call')).toEqual(ofOthers);
    expect(await found('acme/shop/.github/workflows/other.yml@main')).toEqual(ofOthers);
    expect(await found('others/shop/.github/workflows/build.yml@main')).toEqual(ofOthers);
  });

  it('are mild about what is of the owner to whose repositories a page links part by part, and say why', async () => {
    const used = 'uses: acme/tag@v1\n      - uses: others/tag@v1';
    const found = async (page: string) =>
      (await runOn(profile, workflowSecurityTools, { ...workflowWith('push', used), 'README.md': page }))
        .tool('github-actions-security')
        .findings.map(({ severity, message }) => [severity, message.includes('may be your own')]);
    const link = (owner: string, part: string) => `[a](https://github.com/${owner}/shop/${part})\n`;
    const own = link('Acme', 'wiki') + link('acme', 'issues') + link('acme', 'blob/main/LICENSE');
    expect(await found(own + link('others', 'issues'))).toEqual([
      ['low', true],
      [undefined, false],
    ]);
    expect(await found(own + ['wiki', 'issues', 'releases'].map((part) => link('others', part)).join(''))).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
    expect(await found(link('acme', 'wiki') + link('acme', 'issues'))).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
  });

  it.each([
    ['CHANGELOG.yaml', '- https://github.com/Acme/shop/issues/1\n'.repeat(3), 'a page at the root links to parts'],
    ['README.rst', 'git clone https://github.com/acme/shop.git\n', 'the page at the root clones a repository'],
    ['settings.gradle.kts', 'uri("https://maven.pkg.github.com/acme/packages")\n', 'the build has packages of'],
    ['renovate.json', '{ "extends": ["local>Acme/renovate-config"] }\n', 'Renovate has the rules of that owner'],
    ['sonar-project.properties', 'sonar.organization=acme\n', 'its organisation at Sonar has that name'],
  ])('are mild about what is of the owner of whom a file at the root tells: %s', async (name, text, why) => {
    const used = 'uses: acme/tag@v1\n      - uses: others/tag@v1';
    const run = await runOn(profile, workflowSecurityTools, { ...workflowWith('push', used), [name]: text });
    const found = run.tool('github-actions-security').findings;
    expect(found.map(({ severity }) => severity)).toEqual(['low', undefined]);
    expect(found[0]!.message).toContain(`it may be your own, as ${why}`);
  });

  it('are mild about workflows of an owner who has those of three repositories called', async () => {
    const caller = (names: readonly string[]) =>
      `on: push\npermissions: {}\njobs:\n${names
        .map((name) => `  ${name}:\n    uses: acme/${name}/.github/workflows/release.yml@main\n    secrets: inherit\n`)
        .join('')}`;
    const severities = async (names: readonly string[]) => {
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/ci.yml': caller(names) });
      const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'unpinned-action');
      return found.map(({ severity }) => severity);
    };
    expect(await severities(['shop', 'docs', 'site'])).toEqual(['low', 'low', 'low']);
    expect(await severities(['shop', 'docs'])).toEqual(['high', 'high']);
  });

  it.each([
    ['.github/CODEOWNERS', '*  @Acme @somebody\n/docs/ @others\n'],
    ['.github/CODEOWNERS', '* @somebody\n*\t@somebody/owners @acme # @others\n'],
    ['.github/FUNDING.yml', 'github: acme # others\nko_fi: others\n'],
    ['.github/FUNDING.yml', 'github:\n  - somebody\n  - Acme\nko_fi: others\n'],
    ['.github/funding.yml', 'github: [somebody, acme]\npatreon: others\n---\nbroken\n'],
    ['MAINTAINERS.md', '- A <a@others.com> [@acme](https://github.com/acme)\n- see https://github.com/others/shop\n'],
  ])('are mild about what is of those who keep the project, and say why: %s %j', async (file, text) => {
    const used = 'uses: acme/tag@main\n      - uses: others/tag@main\n      - uses: acme2/tag@main';
    const run = await runOn(profile, workflowSecurityTools, { ...workflowWith('push', used), [file]: text });
    const found = run.tool('github-actions-security').findings;
    expect(found.map(({ severity, message }) => [severity, message.includes('may be your own')])).toEqual([
      ['low', true],
      ['high', false],
      ['high', false],
    ]);
  });

  it('take a long list of people for those who have helped', async () => {
    const people = Array.from({ length: 60 }, (_, index) => `- @helper${index}\n`).join('');
    const run = await runOn(profile, workflowSecurityTools, {
      ...workflowWith('push', 'uses: helper1/tag@main'),
      'MAINTAINERS.md': people,
    });
    expect(run.tool('github-actions-security').findings).toMatchObject([{ severity: 'high' }]);
  });

  it('take an owner from what a workflow does in its own repository alone', async () => {
    expect(
      await findings(
        'push',
        "uses: acme/tag@v1\n        if: github.repository == 'Acme/shop'\n      - uses: others/tag@v1",
      ),
    ).toMatchObject([{ rule: 'unpinned-action', line: 9 }]);
    expect(await findings('push', "uses: acme/tag@v1\n        if: github.repository != 'acme/shop'")).toMatchObject([
      { rule: 'unpinned-action', line: 7 },
    ]);
  });

  it('take the shared repository of an organisation as one’s own', async () => {
    const used = 'uses: acme/.github/actions/tag@main\n      - uses: acme/tag@main';
    expect(await findings('push', used)).toMatchObject([{ line: 8, severity: 'high' }]);
  });

  it('take an owner from what another workflow says, too', async () => {
    const run = await runOn(profile, workflowSecurityTools, {
      ...workflowWith('push', 'uses: acme/tag@v1'),
      '.github/workflows/b.yml':
        'on: push\npermissions: {}\njobs:\n  b:\n    runs-on: a\n    steps: []\n' +
        "    if: github.repository_owner == 'acme'\n",
    });
    expect(run.found).toEqual([]);
  });
});
