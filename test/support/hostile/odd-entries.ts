import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Canary } from './canary';

/** Entries that a plain list of texts cannot hold: links, odd names, and sizes that make programs stumble. */
export async function writeOddEntries(target: string, { secretFile, shellName }: Canary): Promise<void> {
  const folder = join(target, 'odd');
  await mkdir(folder);
  for (const [name, goal] of [
    ['etc', '/etc'],
    ['passwd.txt', '/etc/passwd'],
    ['secret.json', secretFile],
    ['loop', '.'],
    ['up', '../..'],
    ['nowhere.js', '/nowhere'],
    ['self.js', 'self.js'],
  ])
    await symlink(goal!, join(folder, name!));
  const names = [
    'a\nb.js',
    '-rf.js',
    '--config=x.js',
    '--help',
    '$(id).js',
    '`id`.js',
    ';id;.js',
    '\u202egpj.js',
    '\u001b]0;owned\u0007\u001b[31m.js',
    '\u009b31m.js',
    '<img src=x onerror=alert(1)>.js',
    'a"b\'c.js',
    'a\\..\\b.js',
    '%2e%2e.js',
    '...js',
    ' .js',
    '{a,b}.js',
    '[a-z]*.js',
    '__proto__',
    'constructor.js',
    shellName,
  ];
  for (const name of names)
    await writeFile(
      join(folder, name),
      'debugger; eval(location.hash); // \u001b[2J\u009b31m\u202e <script>alert(1)</script>\n',
    );
  await writeFile(
    Buffer.concat([Buffer.from(join(folder, 'latin-')), Buffer.from([0xe9, 0xff]), Buffer.from('.js')]),
    'debugger;\n',
  );
  await writeFile(join(folder, 'huge.js'), `x(${'1,'.repeat(3_000_000)}1);`);
  await writeFile(join(folder, 'long.js'), `x = [${'1,'.repeat(400_000)}1];`);
  for (const [extension, open, close] of [
    ['js', '[', ']'],
    ['ts', '(', ')'],
    ['py', '(', ')'],
    ['json', '[', ']'],
    ['css', 'a{', '}'],
    ['scss', 'a{', '}'],
    ['html', '<b>', '</b>'],
    ['svg', '<g>', '</g>'],
    ['md', '> ', ''],
    ['yaml', '[', ']'],
    ['graphql', '{a', '}'],
    ['sql', '(', ')'],
  ]) {
    await writeFile(join(folder, `deep.${extension}`), `${open!.repeat(20_000)}${close!.repeat(20_000)}\n`);
  }
  const laughs = [...'bcdefghijk'].map((key, index) => `${key}: &${key} [${`*${'abcdefghij'[index]}, `.repeat(9)}x]\n`);
  await writeFile(join(folder, 'laughs.yaml'), `a: &a [x, x]\n${laughs.join('')}`);
  let deep = folder;
  for (let level = 0; level < 50; level += 1) deep = join(deep, 'd');
  await mkdir(deep, { recursive: true });
  await writeFile(join(deep, 'bottom.js'), 'debugger;\n');
}
