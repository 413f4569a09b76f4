import { missingFile } from './missing-files';

const TREE = new Set([
  'roles/mail/templates',
  'roles/mail/templates/main.cf.j2',
  'roles/mail/tasks/users.yml',
  'roles/mail/handlers/more.yml',
  'templates/shared.j2',
  'playbooks/templates/play.j2',
]);
const missing = (module: string, named: string, file = 'roles/mail/tasks/main.yml') =>
  missingFile(file, module, named, (path) => TREE.has(path));

it.each([
  ['template', 'main.cf'],
  ['template', 'gone.j2'],
  ['include_tasks', 'gone.yml'],
  ['import_tasks', 'sub/users.yml'],
])('a file that a task of a role names is missing where Ansible finds none: %s %s', (module, named) =>
  expect(missing(module, named)).toBe(named),
);

it.each([
  ['template', 'main.cf.j2'],
  ['template', 'shared.j2'],
  ['template', 'play.j2'],
  ['include_tasks', 'users.yml'],
  ['include_tasks', 'more.yml'],
  ['copy', 'gone.j2'],
  ['template', '/etc/gone.j2'],
  ['template', '../gone.j2'],
  ['template', '{{ name }}.j2'],
  ['template', ''],
])('is there, or may be: %s %s', (module, named) => expect(missing(module, named)).toBeUndefined());

it('may be anywhere for a playbook, and in the inventory for a role without templates', () => {
  expect(missing('include_tasks', 'gone.yml', 'site.yml')).toBeUndefined();
  expect(missing('template', 'gone.j2', 'roles/web/tasks/main.yml')).toBeUndefined();
  expect(missing('include_tasks', 'gone.yml', 'tasks/main.yml')).toBe('gone.yml');
  expect(missing('include_tasks', 'gone.yml', '{{cookiecutter.role}}/tasks/main.yml')).toBeUndefined();
});

it('says of a file that git ignores that it may be made', () => {
  const isThere = (path: string) => TREE.has(path) || (path.endsWith('/gone.yml') && 'ignored');
  expect(missingFile('roles/mail/tasks/main.yml', 'include_tasks', 'gone.yml', isThere)).toBe(
    'gone.yml, which git ignores',
  );
});
