import { gitlabTools } from '../../catalogue/gitlab';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('gitlab-ci');

describeToolSamples(profile, gitlabTools);

describeHostileFiles(profile, {
  tools: gitlabTools,
  extension: '.gitlab-ci.yml',
  flawed: 'variables:\n  CI_DEBUG_TRACE: "true"\n',
  malformed: 'a: [\n',
  longLine: `a:\n  script: ${'x'.repeat(2_000_000)}`,
  deep: '{a: '.repeat(3_000),
});

describe('the rules of pipelines of GitLab', () => {
  const security = gitlabTools.filter(({ category }) => category === 'security');
  const told = async (text: string) => (await runOn(profile, security, { '.gitlab-ci.yml': text })).found;
  const curl = 'curl -k https://api.example.com';

  it('read scripts as a text, a list, a list of lists, and over several lines', async () => {
    const job =
      `a:\n  script: ${curl}\nb:\n  before_script:\n    - ${curl}\n` +
      `  script:\n    - - ${curl}\n    - |\n      true\n      ${curl}\n`;
    expect(await told(job)).toEqual([2, 5, 7, 10].map((line) => `.gitlab-ci.yml:${line} tls-checks-off-in-script`));
  });

  it('read variables of the pipeline and of jobs, with and without a description', async () => {
    const text =
      'variables:\n  A_TOKEN: { value: kRt7-example-pw, description: a }\njob:\n  script: [make]\n' +
      '  variables:\n    B_TOKEN: kRt7-example-pw\n    C_TOKEN: $OTHER\n    POSTGRES_PASSWORD: kRt7-example-pw\n';
    expect(await told(text)).toEqual([
      '.gitlab-ci.yml:2 secret-in-pipeline-variable',
      '.gitlab-ci.yml:6 secret-in-pipeline-variable',
    ]);
  });

  it.each([
    'eval "deploy $CI_COMMIT_REF_NAME"',
    'bash -c "git checkout $CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"',
    'ssh deploy@app.example.com "deploy ${CI_COMMIT_MESSAGE}"',
  ])('see text of others that is run: %s', async (line) =>
    expect(await told(`a:\n  script:\n    - '${line}'\n`)).toEqual(['.gitlab-ci.yml:3 pipeline-script-injection']),
  );

  it.each([
    'git checkout "$CI_COMMIT_REF_NAME"',
    'bash -c "make $CI_COMMIT_SHA"',
    'docker build -t "$CI_REGISTRY_IMAGE:$CI_COMMIT_REF_SLUG" .',
    'echo "$TOKEN" > token',
    '# curl -k https://api.example.com',
  ])('leave alone what is harmless: %s', async (line) =>
    expect(await told(`a:\n  script:\n    - '${line}'\n`)).toEqual([]),
  );

  it('judge each form of an include, an image and a service', async () => {
    const text =
      'include:\n  - /ci/a.yml\n  - http://ci.example.com/a.yml\n  - template: Jobs/SAST.gitlab-ci.yml\n' +
      'image: { name: node }\njob:\n  services:\n    - name: docker:27-dind\n    - $IMAGE\n  script: [make]\n';
    expect(await told(text)).toEqual([
      '.gitlab-ci.yml:3 include-over-http',
      '.gitlab-ci.yml:5 unpinned-pipeline-image',
      '.gitlab-ci.yml:8 docker-in-docker',
    ]);
  });

  it('find nothing in YAML that is no pipeline, and survive references', async () => {
    expect(await told('- one\n- two\n')).toEqual([]);
    expect(await told('a:\n  script:\n    - !reference [.setup, script]\n    - make\nb: &b\n  script: *b\n')).toEqual(
      [],
    );
  });
});
