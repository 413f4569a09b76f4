import { unusedRolesAmong } from './unused-roles';

const isUnused = (playbook: string, more: Record<string, string> = {}) => {
  const files: Record<string, string> = {
    'site.yml': playbook,
    'roles/gcc/tasks/main.yml': '- name: gcc\n  unarchive:\n    src: http://example.org/gcc.tgz\n',
    'roles/web/tasks/main.yml': '- name: web\n',
    ...more,
  };
  return unusedRolesAmong(Object.keys(files), (path) => files[path])('roles/gcc/tasks/main.yml');
};
const WEB = '- hosts: all\n  roles:\n    - web\n';

it.each([
  WEB,
  `${WEB}    #- gcc\n`,
  `${WEB}  tasks:\n    - package:\n        name: gcc\n`,
  '- hosts: all\n  roles: [web]\n  vars:\n    compilers:\n      - gcc\n',
  '- hosts: all\n  tasks:\n    - include_role:\n        name: web\n',
  `${WEB}  tasks:\n    - route53:\n        record:\n          - "{{ item }}.example.org"\n`,
])('knows a role that nothing names: %j', (playbook) => expect(isUnused(playbook)).toBe(true));

it.each([
  `${WEB}    - gcc\n`,
  `${WEB}    - { role: gcc, version: 4 }\n`,
  `${WEB}    - role: 'gcc'\n`,
  `${WEB}    - name: gcc\n`,
  `${WEB}\n    - acme.tools.gcc\n`,
  `${WEB}  tasks:\n    - ansible.builtin.include_role:\n        name: gcc\n`,
  `${WEB}  tasks:\n    - import_role: name=gcc\n`,
  `${WEB}  tasks:\n    - include_tasks: roles/gcc/tasks/main.yml\n`,
  `${WEB}  tasks:\n    - include_tasks: ../../gcc/tasks/main.yml\n`,
  `${WEB}  tasks:\n    - include_role:\n        name: "{{ each }}"\n`,
  `${WEB}    - "{{ compiler }}"\n`,
  '- hosts: all\n  roles: [web, gcc]\n',
])('takes no role for unused that something may name: %j', (playbook) => expect(isUnused(playbook)).toBe(false));

it('takes none for unused that another role needs', () => {
  const dependencies = { 'roles/web/meta/main.yml': 'dependencies:\n  - role: gcc\n' };
  expect(isUnused(WEB, dependencies)).toBe(false);
});

it('takes none for unused where most roles are there for others', () => {
  const roles = ['a', 'b'].map((name) => [`roles/${name}/tasks/main.yml`, '- name: a\n']);
  expect(isUnused(WEB, Object.fromEntries(roles))).toBe(false);
});

it.each([
  ['items', `roles:\n${'  - a\n'.repeat(100_000)}`],
  ['names of tasks', 'include_role: '.repeat(40_000)],
  ['empty lines', `roles:\n${'\n'.repeat(400_000)}`],
  ['open brackets', `roles: ${'['.repeat(400_000)}`],
  ['one line', `role: ${'a'.repeat(400_000)}`],
])('reads a long text of %s once', (_, text) => expect(isUnused(`${WEB}\n${text}`)).toBe(true));
