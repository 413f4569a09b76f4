// Words of paths and names that mark a value as a trial value, not a real secret.

/** `test`, `testdata`, `caddytest`; not `latest` and `testimonials`. */
export const TESTS = /^(?!testimon|testament)test|(?<!\b(?:la|con|at|pro|fas|grea|bes))tests?$/;

export const MADE_UP_NAME = new Set('placeholder demo demos dummy example examples sample samples fake mock mocked stub fixture e2e dev develop development local localhost sandbox playground seed phpunit insecuredev'.split(' '));

export const MADE_UP_WORD = new Set(
  'spec specs e2e fixture fixtures mock mocks mocked mocking fake fakes dummy dummies stub stubs example examples sample samples demo demos dev devel develop development devcontainer local localhost docs documentation readme seed seeds seeder seeders seeding sandbox playground playgrounds tutorial tutorials quickstart bench benchmark benchmarks ci travis appveyor drone buildkite jenkins jenkinsfile vagrant vagrantfile phpunit cypress jest vitest playwright storybook stories selfsigned snakeoil insecure molecule myapp skeleton boilerplate scaffold'.split(
    ' ',
  ),
);

/** Configuration of code hosts and editors, files that are copied before use, and end-to-end test suites. */
export const MADE_UP_PATH =
  /(?:^|\/)\.(?:github|gitlab|gitlab-ci|circleci|buildkite|devcontainer|woodpecker|semaphore|vscode|idea|ddev|lando|docksal|gitpod|codesandbox|azure-pipelines|tekton)(?:[/.]|$)|(?:^|\/)(?:azure|bitbucket)-pipelines[\w.-]*\.ya?ml$|^integration\/|(?:^|\/)internal\/suites\/|\.(?:http|rest|dist|template|tmpl|tpl|gotmpl|sample|example|defaults?)$|\.(?:template|tmpl|sample|example|dist)\.\w+$/i;
