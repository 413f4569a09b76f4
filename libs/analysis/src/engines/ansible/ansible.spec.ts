import { ansibleTools } from '../../catalogue/ansible';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('ansible');

describeToolSamples(profile, ansibleTools);

const flawed = '- ansible.builtin.file:\n    path: /opt/app\n    mode: "0777"\n';

describeHostileFiles(profile, {
  tools: ansibleTools,
  extension: '.yml',
  flawed,
  malformed: '- become: [\n',
  longLine: `- debug:\n    msg: ${'x'.repeat(2_000_000)}`,
  deep: `- become: ${'{a: '.repeat(3_000)}`,
});

describe('the rules of Ansible', () => {
  const run = (files: Record<string, string>) => runOn(profile, ansibleTools, files);
  const told = async (text: string, file = 'a.yml') => (await run({ [file]: text })).found;

  it('know a module by its short name, its whole name, and in the older forms', async () => {
    const forms = [
      'file: { path: /a, mode: "0777" }',
      'ansible.builtin.file: { path: /a, mode: "0777" }',
      'file: path=/a mode=0777',
      'action: file path=/a mode=0777',
      'local_action: { module: file, path: /a, mode: "0777" }',
      'example.other.file: { path: /a, mode: "0777" }',
    ];
    const text = forms.map((form) => `- ${form}\n`).join('');
    expect(await told(text)).toEqual([1, 2, 3, 4, 5].map((line) => `a.yml:${line} file-for-everybody`));
  });

  it('see tasks of plays, of handlers, and in blocks of blocks', async () => {
    const task = (indent: string) => `${indent}- file: { path: /a, mode: "0777" }\n`;
    const play =
      `- hosts: all\n  tasks:\n    - block:\n        - block:\n${task('            ')}` +
      `      rescue:\n${task('        ')}  handlers:\n${task('    ')}`;
    expect(await told(play)).toEqual([5, 7, 9].map((line) => `a.yml:${line} file-for-everybody`));
  });

  it('find nothing in lists of others, wherever they lie', async () => {
    const others = {
      'tasks/main.yml': '- name: file\n  mode: "0777"\n- id: 2\n  file: a\n- id: 3\n- id: 4\n',
      'playbook.yml': 'services:\n  a: { privileged: true }\n',
      hosts: '127.0.0.1 localhost\n',
      'a.ini': '[login]\npassword=kRt7-example-pw\n',
    };
    expect(await run(others)).toMatchObject({ found: [], unreadable: [] });
  });

  it('are less urgent about a role that nothing names', async () => {
    const task = '- unarchive: { src: "http://example.org/a.tgz", dest: /a, remote_src: true }\n';
    const roles = { 'roles/old/tasks/main.yml': task, 'roles/web/tasks/main.yml': task };
    const { findings } = (await run({ ...roles, 'a.yml': '- hosts: all\n  roles: [web]\n' })).tool('ansible-security');
    const severities = findings.flatMap(({ rule, file, severity }) =>
      rule === 'program-over-http' ? [`${file}: ${severity}`] : [],
    );
    expect(severities).toEqual(['roles/old/tasks/main.yml: medium', 'roles/web/tasks/main.yml: undefined']);
  });

  it.each([
    ['- name: Download\n  # checkov:skip=CKV2_ANSIBLE_2: "It has no other address"\n  get_url:', 'low'],
    ['- name: Download\n  get_url:\n    #checkov:skip=CKV2_ANSIBLE_2', 'low'],
    ['- debug: { msg: a }\n\n# checkov:skip=CKV2_ANSIBLE_2\n- get_url:', 'low'],
    ['- name: Download\n  # checkov:skip=CKV2_ANSIBLE_4: "Nobody signs it"\n  get_url:', undefined],
    ['- name: Download # noqa: risky-file-permissions\n  get_url:', undefined],
    ['- name: "# checkov:skip=CKV2_ANSIBLE_2"\n  get_url:', undefined],
    ['# checkov:skip=CKV2_ANSIBLE_2\n- debug: { msg: a }\n- get_url:', undefined],
  ])('are less urgent where the task tells another tool to accept the same: %s', async (head, severity) => {
    const text = `${head}\n    url: http://example.org/a.tgz\n    dest: /opt/a.tgz\n    mode: "0644"\n`;
    const { findings } = (await run({ 'a.yml': text })).tool('ansible-security');
    const told = findings.flatMap((each) => (each.rule === 'program-over-http' ? [each.severity] : []));
    expect(told).toEqual([severity]);
  });

  it('are less urgent where a task tells ansible-lint that it may print its secret', async () => {
    const task = (name: string) => `- name: Show\n  debug: { var: db_password } ${name}\n`;
    const severities = async (name: string) =>
      (await run({ 'a.yml': task(name) })).tool('ansible-security').findings.map(({ severity }) => severity);
    expect(await severities('')).toEqual([undefined]);
    expect(await severities('# noqa: no-log-password')).toEqual(['low']);
    expect(await severities('# noqa name[casing] no-log-password')).toEqual(['low']);
  });

  it('let no_log of a block or a play hold for its tasks', async () => {
    const task = '- ansible.builtin.command: app login {{ app_password }}';
    const rule = 'no-log-missing-command';
    expect(await told(`${task}\n`)).toEqual([`a.yml:1 ${rule}`]);
    expect(await told(`- no_log: true\n  block:\n    ${task}\n`)).toEqual([]);
    expect(await told(`- hosts: all\n  no_log: true\n  tasks:\n    ${task}\n`)).toEqual([]);
    expect(await told(`${task}\n  no_log: "{{ quiet }}"\n`)).toEqual([]);
  });

  it('take what Jinja fills in for unknown, and what is around it for known', async () => {
    const get = (url: string) => `- get_url:\n    url: "${url}"\n    dest: /a\n    mode: "0644"\n`;
    expect(await told(get('http://example.org/app-{{ version }}.tgz'))).toEqual(['a.yml:2 program-over-http']);
    expect(await told(get('http://{{ mirror }}/app'))).toEqual([]);
    expect(await told(get('{{ address }}'))).toEqual([]);
    expect(await told('- file: { path: /a, mode: "{{ mode }}" }\n')).toEqual([]);
    expect(await told('- shell: curl -k https://{{ host }}/a\n')).toEqual(['a.yml:1 tls-checks-off-in-command']);
  });

  it.each([
    ['a vault', 'password: !vault |\n      $ANSIBLE_VAULT;1.1;AES256\n      6162'],
    ['a hash', 'password: $6$saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2'],
    ['a variable', 'password: "{{ vault_password }}"'],
    ['a placeholder', 'password: changeme'],
    ['when it is set', 'update_password: on_create'],
  ])('take no secret for one that is %s', async (_, parameter) =>
    expect(await told(`- user:\n    name: app\n    ${parameter}\n`)).toEqual([]),
  );

  it('look for handlers in all files, and tell of each that is nowhere', async () => {
    const files = {
      'meta/main.yml': 'dependencies: []\n',
      'handlers/main.yml': '- name: restart app\n  service: { name: app, state: restarted }\n',
      'tasks/main.yml':
        '- package: { name: app }\n  notify: [restart app, "{{ other }}"]\n' +
        '- package: { name: web }\n  notify:\n    - restart app\n    - Restart app\n    - restart web\n' +
        '- command: /bin/true\n  changed_when: false\n  notify: Restart app\n',
    };
    expect((await run(files)).found).toEqual([
      'tasks/main.yml:6 missing-handler',
      'tasks/main.yml:9 notify-without-change',
    ]);
  });

  it.each([
    ['- import_tasks: web.yml\n', undefined],
    ['#- import_tasks: web.yml\n- import_tasks: app.yml\n', 'low'],
  ])('say less of a handler that is missing to tasks that nothing imports: %j', async (main, severity) => {
    const { tool } = await run({
      'meta/main.yml': 'dependencies: []\n',
      'handlers/main.yml': '- name: restart app\n  service: { name: app, state: restarted }\n',
      'tasks/main.yml': main,
      'tasks/web.yml': '- package: { name: web }\n  notify: restart web\n',
    });
    const { findings } = tool('ansible-security');
    expect(findings.flatMap((each) => (each.rule === 'missing-handler' ? [each.severity] : []))).toEqual([severity]);
  });

  it('say less of a file that is missing to tasks that nothing imports', async () => {
    const severities = async (main: string) => {
      const files = {
        'tasks/main.yml': main,
        'tasks/web.yml': '- template: src=gone.j2 dest=a\n',
        'templates/a.j2': '',
      };
      const { findings } = (await run(files)).tool('ansible-security');
      return findings.flatMap(({ rule, severity }) => (rule === 'missing-file' ? [severity] : []));
    };
    expect(await severities('- import_tasks: web.yml\n')).toEqual([undefined]);
    expect(await severities('- command: /bin/true\n#- import_tasks: web.yml\n')).toEqual(['low']);
  });

  it('tell of keywords among arguments where the module has none of that name', async () => {
    const misplaced = 'keyword-in-arguments';
    expect(await told('- ansible.builtin.fail:\n    msg: a\n    when: b\n')).toEqual([`a.yml:3 ${misplaced}`]);
    expect(await told('- ansible.builtin.fail: { msg: a }\n  when: b\n')).toEqual([]);
    expect(await told('- example.other.app:\n    register: b\n')).toEqual([]);
    expect(await told('- add_host:\n    name: a\n    become_user: b\n')).toEqual([]);
  });

  it('read inventories in lines and in YAML', async () => {
    const lines =
      '[web]\na.example.com ansible_host=10.0.0.1 ansible_become_password=kRt7-example-pw\n' +
      '[web:vars]\nansible_password = "{{ pw }}"\n';
    expect(await told(lines, 'inventory')).toEqual(['inventory:2 login-password-written']);
    const nested =
      'all:\n  children:\n    web:\n      hosts:\n' +
      '        a: { ansible_host: 10.0.0.1, ansible_password: kRt7-example-pw }\n';
    expect(await told(nested, 'inventory.yml')).toEqual(['inventory.yml:5 login-password-written']);
  });

  it('read settings in their sections, without comments', async () => {
    const settings =
      '[defaults]\n# host_key_checking = False\nhost_key_checking = True\n' +
      '[ssh_connection]\nssh_args = -o StrictHostKeyChecking=no ; all\n';
    expect(await told(settings, 'ansible.cfg')).toEqual(['ansible.cfg:5 host-keys-not-checked']);
  });

  it('end a file whose aliases name each other many times over, and say so', async () => {
    const bomb = [
      '- &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghijkl'.split('').map((name, level) => `- &${name} [${`*${'abcdefghijk'[level]},`.repeat(9)}]`),
    ].join('\n');
    const task =
      '- hosts: all\n  vars: &v\n    a: *v\n  tasks: &t\n    - block: *t\n    - file: { path: /a, mode: "0777" }\n';
    const result = await run({ 'a.yml': bomb, 'b.yml': task, 'c.yml': flawed });
    expect(result.found).toContain('c.yml:3 file-for-everybody');
    expect(result.unreadable).toEqual(['b.yml']);
  });
});
