import { leftOverAmong } from './named-tasks';

const FILE = 'roles/addon/tasks/nacos.yml';
const isLeftOver = (main: string, file = FILE) => {
  const files: Record<string, string> = { 'roles/addon/tasks/main.yml': main, [file]: '- template: src=a dest=b\n' };
  return leftOverAmong(Object.keys(files), (path) => files[path])(file);
};

it('knows a file of tasks that is named in a comment only, or nowhere', () => {
  expect(isLeftOver('#- import_tasks: nacos.yml\n- import_tasks: mail.yml\n')).toBe(true);
  expect(isLeftOver('- import_tasks: mail.yml\n')).toBe(true);
  expect(isLeftOver('- template: src=web-{{ version }}.yaml.j2 dest={{ folder }}/web.yaml\n')).toBe(true);
  expect(isLeftOver('- include_tasks: each\n  with_first_found:\n    - "{{ system }}.yml"\n')).toBe(false);
});

it.each([
  '- import_tasks: nacos.yml\n',
  "- include_role:\n    tasks_from: 'nacos'\n",
  '- include_tasks: "{{ each }}"\n',
])('takes no file for left over that something may name: %j', (main) => expect(isLeftOver(main)).toBe(false));

it('takes none for left over that a role runs by itself, or that is no file of tasks', () => {
  expect(isLeftOver('', 'roles/addon/tasks/main.yml')).toBe(false);
  expect(isLeftOver('', 'roles/addon/vars/nacos.yml')).toBe(false);
});

it.each([
  ['roles/web/tasks/main.yml', '- include_tasks: "{{ system }}.yml"\n', true],
  ['roles/web/tasks/main.yml', '- include_role:\n    tasks_from: "{{ each }}"\n', false],
  ['roles/addon/handlers/main.yml', '- include_tasks: "{{ system }}.yml"\n', false],
  ['site.yml', '- include_tasks: "{{ each }}"\n', false],
])('takes a name that a variable chooses for one of the same role: %s with %j', (other, text, is) => {
  const files: Record<string, string> = { [FILE]: '- template: src=a dest=b\n', [other]: text };
  expect(leftOverAmong(Object.keys(files), (path) => files[path])(FILE)).toBe(is);
});

it.each([
  ['a name without an end', 'a'.repeat(400_000)],
  ['empty lines', '\n'.repeat(400_000)],
  ['open braces', `- ${'{'.repeat(400_000)}`],
  ['one line of imports', 'import_tasks '.repeat(40_000)],
])('reads a long text of %s once', (_, text) => expect(isLeftOver(text)).toBe(true));
