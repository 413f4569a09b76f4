import type { SampledRule } from './sampled-rule';

const service = (...lines: readonly string[]): string => ['services:', '  web:', '    image: example/web:1.2.3', ...lines.map((line) => `    ${line}`), ''].join('\n');

/** Rules for Compose files, with the smallest services that break them and follow them. */
export const COMPOSE_RULES: readonly SampledRule[] = [
  {
    id: 'privileged-service',
    severity: 'medium',
    cwe: 'CWE-250',
    title: 'Privileged container',
    fix: 'Remove `privileged`, and add the one capability or device that is needed: the container is root on its host.',
    bad: service('privileged: true'),
    good: service('cap_add: [NET_BIND_SERVICE]'),
  },
  {
    id: 'docker-socket',
    severity: 'low',
    cwe: 'CWE-250',
    title: 'Socket of the container engine in a container',
    fix: 'Put a proxy before it that lets only the requests through that are needed: whoever has the socket is root on the host.',
    bad: service('volumes:', '  - /var/run/docker.sock:/var/run/docker.sock'),
    good: service('volumes:', '  - data:/data'),
  },
  {
    id: 'root-of-host',
    severity: 'medium',
    cwe: 'CWE-668',
    title: 'System folder of the host that a container can write to',
    fix: 'Mount the folder that is needed, with `:ro`.',
    bad: service('volumes:', '  - /etc:/host/etc'),
    good: service('volumes:', '  - /etc/localtime:/etc/localtime:ro'),
  },
  {
    id: 'processes-of-host',
    severity: 'low',
    cwe: 'CWE-653',
    title: 'Container among the processes of the host',
    fix: 'Remove `pid: host`, `ipc: host` and `userns_mode: host`.',
    bad: service('pid: host'),
    good: service('init: true'),
  },
  {
    id: 'network-of-host',
    severity: 'low',
    cwe: 'CWE-653',
    title: 'Container in the network of the host',
    fix: 'Publish the ports that are needed.',
    bad: service('network_mode: host'),
    good: service('ports:', '  - "127.0.0.1:8080:80"'),
  },
  {
    id: 'dangerous-capability',
    severity: 'low',
    cwe: 'CWE-250',
    title: 'Capability that is as good as root',
    fix: 'Add only the capability that is needed.',
    bad: service('cap_add:', '  - SYS_ADMIN'),
    good: service('cap_add:', '  - NET_BIND_SERVICE'),
  },
  {
    id: 'unconfined-service',
    severity: 'low',
    cwe: 'CWE-693',
    title: 'Protection of the kernel turned off',
    fix: 'Use the default profile, or one of your own.',
    bad: service('security_opt:', '  - seccomp:unconfined'),
    good: service('security_opt:', '  - no-new-privileges:true'),
  },
  {
    id: 'database-for-everybody',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'Database on every interface of the host',
    fix: 'Leave the port out, as services of one file reach each other, or bind it: `127.0.0.1:5432:5432`.',
    bad: 'services:\n  db:\n    image: postgres:16.3\n    ports:\n      - "5432:5432"\n',
    good: 'services:\n  db:\n    image: postgres:16.3\n    ports:\n      - "127.0.0.1:5432:5432"\n',
  },
];
