import { COMPOSE_RULES } from './compose-rules';
import { rulesById } from './sampled-rule';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const composeLint: ToolDefinition = {
  id: 'compose-lint',
  name: 'Compose files',
  description: 'Compose files that Docker refuses, ports and names that collide, ports open to every interface, images without a version.',
  category: 'standards',
  billing: 'linting',
  engine: 'dclint',
  targets: SOURCE_TARGETS,
  files: ['**/{docker-compose,compose}*.{yml,yaml}'],
  advice: 'Correct the file after the Compose specification.',
  rules: {
    'invalid-schema': { severity: 'high', title: 'Not a valid Compose file', fix: 'Correct it after the Compose specification; Docker refuses the whole file.' },
    'no-duplicate-container-names': { severity: 'high', title: 'Container name used twice', weakness: 'duplicate-key', fix: 'Give each container a name of its own, or none.' },
    'no-duplicate-exported-ports': { severity: 'medium', title: 'Host port used twice', fix: 'Map one of them to another port; only one container can have it.' },
    'no-quotes-in-volumes': { severity: 'info', title: 'Quoted volume' },
    'no-unbound-port-interfaces': { severity: 'low', title: 'Port open on every interface', cwe: 'CWE-668', fix: 'Bind it: `127.0.0.1:8080:80`. A published port goes around most host firewalls.' },
    'no-version-field': { severity: 'info', title: 'Obsolete version field', fix: 'Remove it; Compose ignores it.' },
    'require-quotes-in-ports': { severity: 'low', title: 'Port mapping without quotes', fix: 'Quote it: YAML 1.1 reads 22:22 as a number of base 60.' },
    'service-image-require-explicit-tag': { severity: 'low', title: 'Image without a version', cwe: 'CWE-1357', weakness: 'unpinned-image', fix: 'Name a version, better a digest.' },
  },
};

export const dclintTools: readonly ToolDefinition[] = [composeLint];

export const ownComposeTools: readonly ToolDefinition[] = [
  {
    id: 'compose-security',
    name: 'Compose security',
    description: 'Services of Compose files that have more of their host than they need: privileges, namespaces, folders, the socket of the engine; databases and consoles that everybody reaches, and volumes that a database does not use.',
    category: 'security',
    billing: 'security',
    engine: 'compose',
    targets: SOURCE_TARGETS,
    files: ['**/{docker-compose,compose}*.{yml,yaml}'],
    advice: 'Give a service what it needs, and nothing else.',
    rules: rulesById(COMPOSE_RULES),
  },
];
