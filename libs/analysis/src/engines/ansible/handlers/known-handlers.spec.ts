import { handlersOf } from './known-handlers';

const isMissing = (files: Record<string, string>, file: string, name = 'Restart app') =>
  handlersOf(Object.keys(files), (path) => files[path])(file, name);

const handler = (name: string, more = '') => `- name: ${name}\n${more}  service: { name: app, state: restarted }\n`;
const ROLE = { 'meta/main.yml': 'dependencies: []\n', 'tasks/main.yml': '- command: /bin/true\n' };
const MAIN = 'tasks/main.yml';

describe('a handler that a role notifies', () => {
  it('is missing where its own handlers have none of this name, and capitals count', () => {
    expect(isMissing({ ...ROLE, 'handlers/main.yml': handler('restart app') }, MAIN)).toBe(true);
    expect(isMissing({ ...ROLE, 'handlers/main.yml': handler('Restart app') }, MAIN)).toBe(false);
  });

  it.each([
    ['by its topic', { 'handlers/main.yml': handler('x', '  listen: Restart app\n') }],
    ['by one of its topics', { 'handlers/main.yml': handler('x', '  listen: [a, Restart app]\n') }],
    ['by a name that a variable ends', { 'handlers/main.yml': handler('"Restart {{ app }}"') }],
    ['by a name with variables in it', { 'handlers/main.yml': handler('"{{ a }}start{{ b }} ap{{ c }}p"') }],
    ['in a block', { 'handlers/main.yml': `- block:\n    ${handler('Restart app').replaceAll('\n', '\n    ')}\n` }],
    [
      'in a file that the handlers import',
      {
        'handlers/main.yml': '- import_tasks: ../tasks/again.yml\n',
        'tasks/again.yml': handler('Restart app'),
      },
    ],
    [
      'in a play',
      { 'handlers/main.yml': handler('x'), 'site.yml': '- hosts: a\n  handlers:\n    - name: Restart app\n' },
    ],
  ])('is there %s', (_, files: Record<string, string>) => expect(isMissing({ ...ROLE, ...files }, MAIN)).toBe(false));

  it.each([
    ['the role has no handlers, and nobody knows who has it', ROLE],
    ['its handlers are no YAML', { ...ROLE, 'handlers/main.yml': '- name: [\n' }],
    [
      'the role depends on one from elsewhere',
      {
        ...ROLE,
        'handlers/main.yml': handler('x'),
        'meta/main.yml': 'dependencies: [{ role: example.other }]\n',
      },
    ],
    [
      'the role includes one from elsewhere',
      {
        ...ROLE,
        'handlers/main.yml': handler('x'),
        'tasks/more.yml': '- include_role: { name: example.other }\n',
      },
    ],
  ])('may be elsewhere if %s', (_, files: Record<string, string>) => expect(isMissing(files, MAIN)).toBe(false));
});

describe('a handler with variables in its name', () => {
  const handlers = (name: string) => ({ ...ROLE, 'handlers/main.yml': handler(`"${name}"`) });

  it.each(['Restart {{ a }}b', '{{ a }}p app', 'Restart app{{ a }}app', '{{ a }}app{{ b }}Restart{{ c }}'])(
    'is another one: %s',
    (name) => expect(isMissing(handlers(name), MAIN)).toBe(true),
  );

  it.each([
    ['many variables', '{{ x }}a'.repeat(60)],
    ['a long name', '{{'.repeat(100_000)],
  ])('is compared in bounded time: %s', (_, name) =>
    expect(isMissing(handlers(name), MAIN, 'a'.repeat(100_000))).toBe(false),
  );
});

describe('a handler that a role of several notifies', () => {
  const roles = (...play: string[]) => ({
    'roles/app/tasks/main.yml': '- command: /bin/true\n',
    'roles/web/handlers/main.yml': handler('restart web'),
    'site.yml': `- hosts: a\n  roles: [${play.join(', ')}]\n`,
  });
  const ofApp = 'roles/app/tasks/main.yml';

  it('is missing where no role of its plays has it', () => expect(isMissing(roles('app', 'web'), ofApp)).toBe(true));

  it('is that of another role, with the name of it or without', () => {
    expect(isMissing(roles('app', 'web'), ofApp, 'restart web')).toBe(false);
    expect(isMissing(roles('app', 'web'), ofApp, 'web : restart web')).toBe(false);
  });

  it.each([[['app', 'example.other']], [['"{{ first }}"', 'app']]])('may be in a role from elsewhere: %s', (play) =>
    expect(isMissing(roles(...play), ofApp)).toBe(false),
  );
});

describe('a handler that a play notifies', () => {
  const play = (roles: string) => ({
    'site.yml': `- hosts: a\n  roles: ${roles}\n  tasks:\n    - command: /bin/true\n      notify: Restart app\n`,
  });

  it('is missing if all roles of the play are known', () => {
    expect(isMissing(play('[]'), 'site.yml')).toBe(true);
    expect(isMissing(play('[example.other]'), 'site.yml')).toBe(false);
    expect(isMissing(play('"{{ all }}"'), 'site.yml')).toBe(false);
  });

  it('may be in any play that includes a file of tasks', () => {
    const shared = { 'playbooks/shared/tasks.yml': '- command: /bin/true\n' };
    expect(isMissing({ ...shared, ...play('[]') }, 'playbooks/shared/tasks.yml')).toBe(true);
    expect(isMissing({ ...shared, ...play('[example.other]') }, 'playbooks/shared/tasks.yml')).toBe(false);
    expect(isMissing(shared, 'playbooks/shared/tasks.yml')).toBe(false);
  });
});
