import type { ImageRecord } from '@assay/target-records';
import type { RawFinding } from '../engine';

const DAY = 86_400_000;
const OLD_DAYS = 365;
/** Each layer costs a transfer, and a folder at every start. Builders can squash layers. */
const MANY_LAYERS = 60;

interface RiskyPort {
  readonly rule: string;
  readonly name: string;
}

const RISKY_PORTS: Readonly<Record<number, RiskyPort>> = {
  21: { rule: 'unencrypted-port', name: 'FTP' },
  22: { rule: 'exposed-ssh', name: 'SSH' },
  23: { rule: 'unencrypted-port', name: 'Telnet' },
  512: { rule: 'unencrypted-port', name: 'rexec' },
  513: { rule: 'unencrypted-port', name: 'rlogin' },
  514: { rule: 'unencrypted-port', name: 'rsh' },
  2375: { rule: 'management-port', name: 'Docker without TLS' },
  2376: { rule: 'management-port', name: 'Docker' },
  3389: { rule: 'management-port', name: 'RDP' },
  5900: { rule: 'management-port', name: 'VNC' },
  6443: { rule: 'management-port', name: 'Kubernetes' },
  8001: { rule: 'management-port', name: 'kubectl proxy' },
  9229: { rule: 'management-port', name: 'the debugger of Node.js' },
  10250: { rule: 'management-port', name: 'kubelet' },
};
const WIDEST_RANGE = 65_535;

const SETTINGS: readonly { readonly rule: string; readonly setting: RegExp; readonly says: string }[] = [
  {
    rule: 'verification-off',
    setting: new RegExp(
      [
        String.raw`^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|PYTHONHTTPSVERIFY=0|GIT_SSL_NO_VERIFY=(?:1|true)|`,
        String.raw`npm_config_strict_ssl=false)$`,
      ].join(''),
      'i',
    ),
    says: 'turns off the checking of certificates',
  },
  {
    rule: 'debug-mode',
    setting: new RegExp(
      [
        String.raw`^(?:NODE_ENV=development|FLASK_DEBUG=(?:1|true)|FLASK_ENV=development|DJANGO_DEBUG=(?:1|`,
        String.raw`true)|RAILS_ENV=development|APP_DEBUG=(?:1|true)|ASPNETCORE_ENVIRONMENT=Development)$`,
      ].join(''),
      'i',
    ),
    says: 'is a setting for development',
  },
];

/** Judges the default settings of the image's containers. */
export function settingFindings(image: ImageRecord): RawFinding[] {
  const { user = '', env, exposedPorts, volumes, hasHealthcheck } = image.config;
  return [
    ...rootFindings(user),
    ...exposedPorts.flatMap(portFindings),
    ...env.flatMap(variableFindings),
    ...volumes.flatMap(volumeFindings),
    ...buildFindings(image),
    ...(hasHealthcheck
      ? []
      : [
          {
            rule: 'no-healthcheck',
            message: 'Nobody can tell from outside whether a container of the image still works',
          },
        ]),
  ];
}

function rootFindings(user: string): RawFinding[] {
  if (!isRoot(user)) return [];
  const [excerpt, message] =
    user === ''
      ? ['no USER', 'The image names no user, so that its containers run as root']
      : [`USER ${user}`, `Containers run as ${user}, which is root`];
  return [{ rule: 'runs-as-root', excerpt, message }];
}

const portFindings = (exposed: string): RawFinding[] =>
  portsOf(exposed).flatMap(({ port, text }) => {
    const risky = RISKY_PORTS[port];
    return risky
      ? [{ rule: risky.rule, excerpt: `EXPOSE ${text}`, message: `The image offers port ${port}: ${risky.name}` }]
      : [];
  });

const variableFindings = (text: string): RawFinding[] =>
  SETTINGS.filter(({ setting }) => setting.test(text)).map(({ rule, says }) => ({
    rule,
    excerpt: `ENV ${text}`,
    message: `${text} ${says}`,
  }));

const volumeFindings = (volume: string): RawFinding[] =>
  /^\/(?:(?:var\/)?run\/docker\.sock|etc|proc|sys|dev)?\/?$/.test(volume)
    ? [
        {
          rule: 'system-volume',
          excerpt: `VOLUME ${volume}`,
          message: `The image asks for a volume at ${volume}, a folder of the system`,
        },
      ]
    : [];

/** Findings about how, and when, the image was built. */
function buildFindings({ config: { labels, created }, layers, at }: ImageRecord): RawFinding[] {
  const base = labels['org.opencontainers.image.base.name'];
  const age =
    created === undefined || Date.parse(created) < DAY * 365
      ? 0
      : Math.floor((Date.parse(at) - Date.parse(created)) / DAY);
  return [
    ...(base !== undefined && isMoving(base)
      ? [
          {
            rule: 'moving-base',
            excerpt: base,
            message: `The image was built on ${base}, which is another image tomorrow`,
          },
        ]
      : []),
    ...(age > OLD_DAYS
      ? [
          {
            rule: 'old-image',
            excerpt: `created ${created}`,
            message: `The image was built ${age.toLocaleString('en')} days ago: nothing that was mended since is in it`,
          },
        ]
      : []),
    ...(layers.length > MANY_LAYERS ? [{ rule: 'many-layers', message: `The image has ${layers.length} layers` }] : []),
  ];
}

/** Whether a user is root: `0` or `root`, with or without a group. */
const isRoot = (user: string): boolean =>
  ['', 'root'].includes(user.split(':')[0]!.trim()) || /^0+(?::|$)/.test(user.trim());

/** `22/tcp`, `8000-8010`. */
function portsOf(text: string): { port: number; text: string }[] {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?(?:\/\w+)?$/.exec(text) ?? [];
  if (first === undefined || Number(last) > WIDEST_RANGE) return [];
  return Object.keys(RISKY_PORTS)
    .map(Number)
    .filter((port) => port >= Number(first) && port <= Number(last))
    .map((port) => ({ port, text }));
}

/**
 * Whether a reference has neither digest nor tag, or the tag `latest`. A colon before the last slash belongs to a port.
 */
const isMoving = (reference: string): boolean =>
  !reference.includes('@') && !/:(?!latest$)/.test(reference.slice(reference.lastIndexOf('/') + 1));
