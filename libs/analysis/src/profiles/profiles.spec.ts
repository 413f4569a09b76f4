import { SEVERITIES, type Severity } from '@assay/kernel';
import { catalogue } from '../catalogue';
import type { ToolDefinition } from '../catalogue/tool';
import { PROFILE_IDS } from './profile-ids';
import { PROFILES, type Profile } from './profiles';
import { SAID_ELSEWHERE } from './recommended';
import { isRunByDevelopers } from './scripts';
import { type RuleDecisions, counts, severityIn, underDecisions } from './rule-choices';

const toolOf = (id: string): ToolDefinition => catalogue.find((tool) => tool.id === id)!;
const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const counted = (id: string, decisions: RuleDecisions) => underDecisions(decisions, toolOf(id))?.rules;

describe('profiles', () => {
  it.each(PROFILE_IDS)('name only tools and rules of the catalogue: %s', (id) => {
    const known = new Set(
      catalogue.flatMap((tool) => [tool.id, ...Object.keys(tool.rules).map((r) => `${tool.id}/${r}`)]),
    );
    expect(Object.keys((PROFILES[id] as Profile).rules).filter((selector) => !known.has(selector))).toEqual([]);
  });

  it('count every rule under strict, and if no profile is chosen', () => {
    for (const tool of catalogue) {
      expect(underDecisions({}, tool)).toBe(tool);
      expect(underDecisions({ profile: 'strict' }, tool)).toBe(tool);
    }
  });

  it('keep every rule of medium severity or above in recommended, unless another tool says the same', () => {
    const saidElsewhere = new Set<string>(SAID_ELSEWHERE);
    const grave = catalogue.flatMap((tool) =>
      Object.entries(tool.rules)
        .filter(([, { severity }]) => severity !== 'low' && severity !== 'info')
        .filter(([rule]) => !underDecisions({ profile: 'recommended' }, tool)?.rules[rule])
        .map(([rule]) => `${tool.id}/${rule}`)
        .filter((rule) => !saidElsewhere.has(rule)),
    );
    expect(grave).toEqual([]);
  });

  it('raise no severity that an engine gives a place, and a person may', () => {
    const rule = 'sonarjs/no-all-duplicated-branches';
    const severity = (said: Severity, rules = {}) =>
      severityIn({ profile: 'recommended', rules }, toolOf('sonar-bugs'), rule, said, 'src/a.js');
    expect([severity('high'), severity('medium'), severity('low')]).toEqual(['medium', 'medium', 'low']);
    expect(severity('low', { [`sonar-bugs/${rule}`]: 'high' })).toBe('high');
  });

  it('raise no severity of the catalogue in recommended', () => {
    const raised = catalogue.flatMap((tool) =>
      Object.entries(underDecisions({ profile: 'recommended' }, tool)?.rules ?? {})
        .filter(([rule, { severity }]) => rank(severity) < rank(tool.rules[rule]!.severity))
        .map(([rule]) => `${tool.id}/${rule}`),
    );
    expect(raised).toEqual([]);
  });

  it('show markup that a script puts into a page among the rest, and input that reaches it first', () => {
    const severity = (tool: string, rule: string) => counted(tool, { profile: 'recommended' })![rule]!.severity;
    expect(severity('dom-xss-sinks', 'no-unsanitized/property')).toBe('low');
    expect(severity('js-data-flow', 'cross-site-scripting')).toBe('high');
    expect(counted('dom-xss-sinks', { profile: 'security' })!['no-unsanitized/property']!.severity).toBe('high');
  });

  it('leave out rules of style in recommended, unless their tool is named', () => {
    expect(counted('spelling', { profile: 'recommended' })).toBeUndefined();
    expect(counted('spelling', { profile: 'recommended', namedTools: ['spelling'] })).toBe(toolOf('spelling').rules);
    expect(counted('swift-safety', { profile: 'recommended' })).toBe(toolOf('swift-safety').rules);
  });

  it('count only rules about security under security', () => {
    expect(Object.keys(counted('js-suspicious', { profile: 'security' })!)).toEqual(
      expect.arrayContaining(['no-eval', 'no-script-url']),
    );
    expect(Object.keys(counted('js-suspicious', { profile: 'security' })!)).toHaveLength(4);
    expect(counted('code-duplication', { profile: 'security' })).toBeUndefined();
    expect(counted('secrets-source', { profile: 'security' })).toBe(toolOf('secrets-source').rules);
  });
});

describe('choices of rules', () => {
  it('win over the profile, and the choice for a rule wins over the choice for its tool', () => {
    const rules = { 'js-suspicious': 'off', 'js-suspicious/no-eval': 'critical', spelling: 'on' } as const;
    expect(counted('js-suspicious', { rules })).toEqual({
      'no-eval': { ...toolOf('js-suspicious').rules['no-eval'], severity: 'critical' },
    });
    expect(counted('spelling', { profile: 'recommended', rules })).toBe(toolOf('spelling').rules);
  });

  it('can switch off a tool that was named', () =>
    expect(counted('spelling', { rules: { spelling: 'off' }, namedTools: ['spelling'] })).toBeUndefined());

  it('replace the severity that an engine reports only if a severity was chosen', () => {
    const decisions: RuleDecisions = { rules: { spelling: 'high', 'js-style': 'on' } };
    expect(severityIn(decisions, toolOf('spelling'), 'unknown-word', 'info', 'a.md')).toBe('high');
    expect(severityIn(decisions, toolOf('js-style'), 'no-var', 'info', 'a.js')).toBe('info');
    expect(severityIn(decisions, toolOf('py-security'), 'S101', 'critical', 'a.py')).toBe('critical');
  });

  it('ignore members that objects inherit', () => {
    const tool = { ...toolOf('spelling'), id: 'constructor' };
    expect(underDecisions({ rules: {} }, tool)).toBe(tool);
  });
});

describe('recommended, in files of tests and examples', () => {
  const recommended: RuleDecisions = { profile: 'recommended' };
  const secrets = toolOf('secrets-source');
  const severity = (rule: string, path: string, decisions = recommended) =>
    severityIn(decisions, secrets, rule, secrets.rules[rule]!.severity, path);

  it('lowers the severity of a key in a test, but not of a token of a service', () => {
    expect(severity('PrivateKey', 'tests/server.key')).toBe('low');
    expect(severity('PrivateKey', 'deploy/server.key', { profile: 'strict' })).toBe('critical');
    expect(severity('PrivateKey', 'deploy/server.key')).toBe('medium');
    expect(severity('GITHUB_TOKEN', 'tests/client.py')).toBe('critical');
  });

  it('limits what is seldom as grave as it looks, and not below what the engine says', () => {
    const kubernetes = toolOf('kubernetes-security');
    const of = (said: Severity, decisions: RuleDecisions = recommended) =>
      severityIn(decisions, kubernetes, 'committed-secret', said, 'k8s/a.yaml');
    expect([of('high'), of('low')]).toEqual(['medium', 'low']);
    expect(of('high', { profile: 'security' })).toBe('high');
    expect(of('high', { ...recommended, rules: { 'kubernetes-security/committed-secret': 'critical' } })).toBe(
      'critical',
    );
  });

  it('makes little of what is deployed from a folder of what was put away, and less of one called legacy', () => {
    const compose = toolOf('compose-security');
    const of = (path: string, decisions: RuleDecisions = recommended) =>
      severityIn(decisions, compose, 'docker-socket', 'high', path);
    expect(of('deploy/compose.yml')).toBe('high');
    expect(of('deploy/_archive/compose.yml')).toBe('low');
    expect(of('unused/compose.yml')).toBe('low');
    expect(of('deploy/legacy/compose.yml')).toBe('medium');
    expect(of('threshold/golden/compose.yml')).toBe('high');
    expect(of('unused/compose.yml', { profile: 'security' })).toBe('high');
  });

  it('limits a secret alike in the tree, in the history and in an image', () => {
    const tools = ['secrets-source', 'secrets-git-history', 'secrets-image'].map(toolOf);
    const of = (rule: string, said: Severity) =>
      tools.map((tool) => severityIn(recommended, tool, rule, said, 'deploy/server.key'));
    expect(of('PrivateKey', 'critical')).toEqual(['medium', 'medium', 'medium']);
    expect(of('assigned-password', 'high')).toEqual(['medium', 'medium', 'medium']);
  });

  it('limits what says the same of another resource or cloud, and keeps what is nearly always a hole', () => {
    const of = (tool: string, rule: string) =>
      severityIn(recommended, toolOf(tool), rule, toolOf(tool).rules[rule]!.severity, 'a');
    for (const [tool, rule] of [
      ['terraform-aws', 'aws-ecr-for-anyone'],
      ['terraform-google', 'google-dataset-for-everybody'],
      ['cloudformation-security', 'cfn-open-ftp'],
      ['cloudformation-security', 'cfn-rds-public'],
      ['terraform-aws', 'aws-open-postgresql'],
      ['terraform-azure', 'azure-open-everything'],
      ['cloudformation-security', 'cfn-iam-administrator'],
      ['py-data-flow', 'hard-coded-key'],
      ['json-lint', 'parse-error'],
      ['py-pyflakes', 'F706'],
      ['kubernetes-security', 'secret-in-command'],
      ['dockerfile-security', 'secret-in-image'],
      ['dockerfile-lint', 'from_first'],
    ] as const)
      expect([rule, of(tool, rule)]).toEqual([rule, 'medium']);
    for (const [tool, rule, expected] of [
      ['terraform-aws', 'aws-s3-public-write', 'critical'],
      ['terraform-aws', 'aws-open-redis', 'critical'],
      ['terraform-google', 'google-open-elasticsearch', 'high'],
      ['py-data-flow', 'sql-injection', 'high'],
      ['terraform-azure', 'azure-provider-secret', 'critical'],
      ['terraform-google', 'google-secret-for-everybody', 'high'],
      ['kubernetes-security', 'anonymous-access', 'critical'],
      ['github-actions-security', 'script-injection', 'high'],
    ] as const)
      expect([rule, of(tool, rule)]).toEqual([rule, expected]);
  });

  it('raises no severity', () => {
    const python = toolOf('py-security');
    expect(severityIn(recommended, python, 'S311', 'info', 'examples/a.py')).toBe('info');
    expect(severityIn(recommended, python, 'S602', 'high', 'examples/a.py')).toBe('low');
  });

  it('reports no weakness in a test, because nobody can reach it', () => {
    expect(counts(recommended, toolOf('py-security'), 'S602', 'tests/a.py')).toBe(false);
    expect(counts(recommended, toolOf('py-security'), 'S602', 'shop/a.py')).toBe(true);
    expect(counts({ profile: 'security' }, toolOf('py-security'), 'S602', 'tests/a.py')).toBe(true);
  });

  it('makes less of an old base image in a test, which shows that the program works on it', () => {
    const of = (path: string) =>
      severityIn(recommended, toolOf('dockerfile-security'), 'retired-base-image', 'high', path);
    expect(of('roles/web/tests/Dockerfile.centos-7')).toBe('low');
    expect(of('web/Dockerfile')).toBe('high');
  });

  it('makes less of a file that is missing in a test, which may copy its configuration elsewhere', () => {
    const of = (path: string) =>
      severityIn(recommended, toolOf('terraform-configuration'), 'tf-module-missing', 'high', path);
    expect(of('tests/fixtures/network.tf')).toBe('low');
    expect(of('live/network.tf')).toBe('high');
  });

  it('makes less of input in scripts, migrations and tasks, which the developers run', () => {
    const ruby = toolOf('ruby-security');
    const of = (rule: string, path: string) => severityIn(recommended, ruby, rule, 'high', path);
    expect(of('method-named-by-request', 'lib/tasks/clean.rake')).toBe('low');
    expect(of('method-named-by-request', 'db/migrate/2012_add_users.rb')).toBe('low');
    expect(of('method-named-by-request', 'bin/restore.rb')).toBe('low');
    expect(of('method-named-by-request', 'app/controllers/posts.rb')).toBe('medium');
    expect(of('tls-verification-off', 'bin/restore.rb')).toBe('medium');
    expect(counts(recommended, ruby, 'tls-verification-off', 'bin/tests/a.rb')).toBe(false);
    expect(severityIn({ profile: 'security' }, ruby, 'method-named-by-request', 'high', 'bin/a.rb')).toBe('high');
  });

  it.each(['src/tools/a.py', 'app/Activity/Tools/A.php', 'src/bin/server.rs', 'lib/scripts/a.rb', 'app/config.py'])(
    'takes %s for code of the program',
    (path) => expect(isRunByDevelopers(path)).toBe(false),
  );

  it('makes less of the markup of mails, installers, errors and pages for developers', () => {
    const markup = (path: string) => severityIn(recommended, toolOf('act-markup'), 'nameless-image', 'medium', path);
    const elsewhere = [
      'app/email/welcome.html',
      'src/templates/user/mail/reset.html',
      'a/email_msg.html',
      'macos/English.lproj/welcome.html',
      'install/pkg_resources/done.html',
      'public/404.html',
      'debug/map/iframe.html',
      'client/src/styleguide/pages/Buttons.tsx',
      'src/stories/index.tsx',
      'tools/client/index.html',
    ];
    const pages = [
      'mail/src/inbox.html',
      'src/pages/emailing.html',
      'index.html',
      'public/404/shop.html',
      'a/installed.html',
      'src/debugger/Panel.tsx',
      'app/stories/List.tsx',
      'src/tools/index.html',
    ];
    expect(elsewhere.map(markup)).toEqual(elsewhere.map(() => 'low'));
    expect(pages.map(markup)).toEqual(pages.map(() => 'medium'));
  });

  it('judges every page that people see, and no page that a test reads', () => {
    const pages = toolOf('html-standards');
    expect(counts(recommended, pages, 'close-order', 'spec/fixtures/broken.html')).toBe(false);
    expect(counts(recommended, pages, 'close-order', 'public/index.html')).toBe(true);
    expect(counts(recommended, pages, 'close-order', 'examples/get/index.html')).toBe(false);
    expect(counts(recommended, toolOf('css-errors'), 'property-no-unknown', 'static/css/bootstrap.css')).toBe(false);
  });

  it('changes neither the choices of the person who runs the scan nor other profiles', () => {
    const pages = toolOf('html-standards');
    const own: RuleDecisions = { profile: 'recommended', rules: { 'html-standards': 'on' } };
    expect(counts(own, pages, 'close-order', 'tests/a.html')).toBe(true);
    expect(counts({ ...recommended, namedTools: ['html-standards'] }, pages, 'close-order', 'tests/a.html')).toBe(true);
    expect(counts({ profile: 'strict' }, pages, 'close-order', 'tests/a.html')).toBe(true);
    expect(severity('PrivateKey', 'tests/server.key', { profile: 'security' })).toBe('critical');
    expect(severity('PrivateKey', 'tests/a.key', { profile: 'recommended', rules: { 'secrets-source': 'high' } })).toBe(
      'high',
    );
  });

  it('names only tools and rules of the catalogue', () => {
    const known = new Set(catalogue.flatMap(({ id, rules }) => [id, ...Object.keys(rules).map((r) => `${id}/${r}`)]));
    const roles = Object.values(PROFILES.recommended.inRole);
    const all = [...roles, PROFILES.recommended.inScripts, PROFILES.recommended.atMost];
    expect(all.flatMap((choices) => Object.keys(choices)).filter((selector) => !known.has(selector))).toEqual([]);
  });
});
