import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Attempts } from './attempt';
import { SECRET } from './surroundings';

const read = (path: string): string | undefined =>
  readFileSync(path, 'utf8').includes(SECRET) ? 'its content' : undefined;
const list = (path: string): string => `${readdirSync(path).length} entries`;
const writable = (path: string): string => {
  closeSync(openSync(path, 'r+'));
  return 'it opens for writing';
};
const create = (path: string): string => {
  writeFileSync(path, '');
  unlinkSync(path);
  return 'a file there';
};
const open = (path: string): string => {
  closeSync(openSync(path, 'r'));
  return 'it opens';
};

/** Each kind of file of others, by the path and by every detour. */
export const readingFiles: Attempts = {
  'read the hashes of passwords': () => readFileSync('/etc/shadow', 'utf8').slice(0, 5),
  'read the event store': ({ files }) => read(files['event store']!),
  'read the read models': ({ files }) => read(files['read models']!),
  'read the master key of secrets': ({ files }) => read(files['key']!),
  'read a sealed secret': ({ files }) => read(files['sealed secret']!),
  "read another tenant's upload": ({ files }) => read(files['upload']!),
  "read another tenant's staged copy": ({ files }) => read(files['staged copy']!),
  'read an SSH key in a home': ({ files }) => read(files['ssh key']!),
  'read a key through a symbolic link': ({ files }) => {
    symlinkSync(files['key']!, 'link');
    return read('link');
  },
  'read a key through a hard link': ({ files }) => {
    linkSync(files['key']!, 'hard-link');
    return read('hard-link');
  },
  'read a key by a way up from the copy': ({ files, copy }) =>
    read(`${copy}/../../../../../../../../..${files['key']!}`),
  'read a key through the root of the first process': ({ files }) => read(`/proc/1/root${files['key']!}`),
  'read a key through the root of the parent': ({ files, parent }) => read(`/proc/${parent}/root${files['key']!}`),
  'read a key through the working directory of the parent': ({ files, parent }) =>
    read(`/proc/${parent}/cwd/../../../../../../../..${files['key']!}`),
  'find a folder among the open files': () => {
    for (const fd of readdirSync('/proc/self/fd'))
      if (readdirSync(`/proc/self/fd/${fd}/`).length > 0) return readlinkSync(`/proc/self/fd/${fd}`);
    return undefined;
  },
  'list the home of root': () => list('/root'),
  'list the homes': () => list('/home'),
  'list the run-time folder': () => list('/run'),
  'list the variable data': () => list('/var'),
  'list the settings of the kernel': () => readdirSync('/sys/kernel').length,
  'read the configuration of the repository': ({ installation }) => list(join(installation, '.git')),
  'list the installation': ({ installation }) =>
    readdirSync(installation).find((name) => ['README.md', '.git', 'data'].includes(name)),
};

export const writingFiles: Attempts = {
  'write beside the scratch folder': ({ beside }) => create(join(beside, 'written')),
  'write through a symbolic link': ({ beside }) => {
    symlinkSync(beside, 'link-out');
    return create('link-out/written');
  },
  'write to the staged copy': ({ copy }) => create(join(copy, 'written')),
  'open a staged file again for writing': ({ copy }) => {
    const fd = openSync(join(copy, 'file.js'), 'r');
    return writable(`/proc/self/fd/${fd}`);
  },
  'link a staged file into the scratch folder and write it': ({ copy }) => {
    linkSync(join(copy, 'file.js'), 'staged');
    return writable('staged');
  },
  'put another file in the place of a staged one': ({ copy }) => {
    renameSync(join(copy, 'file.js'), join(copy, 'other.js'));
    renameSync(join(copy, 'other.js'), join(copy, 'file.js'));
    return 'it was moved';
  },
  'write to the dependencies': ({ installation }) => create(join(installation, 'node_modules/written-by-an-engine')),
  'write to the code': ({ installation }) => create(join(installation, 'libs/written-by-an-engine')),
  'alter Node.js': () => writable(process.execPath),
  'alter the libraries': () => accessSync('/usr/lib', constants.W_OK) ?? 'they can be written',
  'alter the look-up of names': () => writable('/etc/hosts'),
  'leave a job for later': () => accessSync('/etc/cron.d', constants.W_OK) ?? 'the folder can be written',
  'make a file of 8 GB': () => {
    writeFileSync('large', '');
    truncateSync('large', 8 * 1024 ** 3);
    unlinkSync('large');
    return 'it was made';
  },
  'run a program from the scratch folder': () => {
    copyFileSync('/usr/bin/perl', 'program');
    const { error } = spawnSync('./program', ['-e', '1']);
    unlinkSync('program');
    if (error) throw error;
    return 'it ran';
  },
};

export const devices: Attempts = {
  'read a disk': ({ blockDevices }) => (blockDevices.length === 0 ? undefined : blockDevices.map(open).join()),
  'read the memory of the machine': () => open('/dev/mem'),
  'read the memory of the kernel': () => open('/proc/kcore'),
  'read the log of the kernel': () => open('/dev/kmsg'),
  'open a terminal': () => open('/dev/ptmx'),
  'open a tunnel': () => open('/dev/net/tun'),
  'open the virtual machines': () => open('/dev/kvm'),
  'make a file in shared memory': () => create('/dev/shm/written-by-an-engine'),
  'write the program for core dumps': () => writable('/proc/sys/kernel/core_pattern'),
  'write a key of the kernel (sysrq)': () => writable('/proc/sysrq-trigger'),
  'write a setting of memory': () => writable('/proc/sys/vm/drop_caches'),
  'join another control group': () => writable('/sys/fs/cgroup/cgroup.procs'),
  'unload drivers through a bus': () => accessSync('/sys/bus', constants.R_OK) ?? 'it is there',
};
