import { homedir } from 'node:os';
import { join } from 'node:path';
import { directoryRootsProblem } from './directory-roots';
import {
  REQUIRED_PROTECTIONS,
  ROLES,
  address,
  browser,
  oneOf,
  oneOrOff,
  orchestrator,
  port,
  protections,
  roles,
  secretKeys,
  sender,
  token,
  url,
  wholeNumber,
} from './setting-checks';
import { TIER_IDS } from './vocabulary';

interface Definition {
  readonly description: string;
  readonly fallback: (dataDir: string) => string;
  readonly check?: (value: string) => string | undefined;
  /** Whether the value is secret. It is never shown, not even in an error message. */
  readonly hidden?: boolean;
}

/** Milliseconds. The preparation of a session has one hour, and staging follows the fetch. */
const MAX_FETCH_TIME = 2_700_000;

/** Each setting with its default, its check, and what `assay doctor` says of it. */
const ROWS = {
  ASSAY_DATA_DIR: {
    description: 'where the embedded stores, staged targets and uploads are kept',
    fallback: () => join(homedir(), '.assay'),
  },
  ASSAY_EVENT_STORE_URL: {
    description:
      'the event store: sqlite:<file>, or the connection string of an EventStoreDB (esdb://…, kurrentdb://…)',
    fallback: (dataDir) => `sqlite:${join(dataDir, 'events.db')}`,
    check: url('sqlite', 'esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'),
  },
  ASSAY_READ_MODEL_URL: {
    description: 'the read models: sqlite:<file>, or the connection string of a MongoDB (mongodb://…/<database>)',
    fallback: (dataDir) => `sqlite:${join(dataDir, 'read-models.db')}`,
    check: url('sqlite', 'mongodb', 'mongodb+srv'),
  },
  ASSAY_ORCHESTRATOR: {
    description: 'what runs the session workflows: embedded, or temporal://<host>:<port>/<namespace>',
    fallback: () => 'embedded',
    check: orchestrator,
  },
  ASSAY_ROLES: {
    description: 'what this process does: a list of api, projector, worker',
    fallback: () => ROLES.join(','),
    check: roles,
  },
  ASSAY_UNCONFINED: {
    description:
      'the protections of engines and browsers that may be missing on this machine: a list of ' +
      `${REQUIRED_PROTECTIONS.join(', ')}, or allow for any, or off`,
    fallback: () => 'off',
    check: oneOrOff(protections),
  },
  ASSAY_TASK_QUEUE: { description: 'the prefix of the task queues at Temporal', fallback: () => 'assay' },
  ASSAY_WORKER_LOSS_MS: {
    description:
      'milliseconds of silence after which a worker counts as lost and its sessions are staged again elsewhere',
    fallback: () => '30000',
    check: wholeNumber(1_000, 600_000),
  },
  ASSAY_ADMIN_HOST: { description: 'the address that the admin port listens on', fallback: () => '127.0.0.1' },
  ASSAY_ADMIN_PORT: {
    description: 'the port of /metrics, /health/live and /health/ready of this process, or off; 0 takes a free one',
    fallback: () => 'off',
    check: oneOrOff(port),
  },
  ASSAY_TRACES_URL: {
    description: 'the OTLP/HTTP endpoint that takes traces, or off',
    fallback: () => 'off',
    check: oneOrOff(url('http', 'https')),
  },
  ASSAY_DIRECTORY_ROOTS: {
    description:
      'the directories that sessions may analyse, separated as in PATH: org_…=<path> for named organizations, ' +
      '*=<path> for all, and a plain path for the only organization of a service',
    fallback: () => process.cwd(),
    check: directoryRootsProblem,
  },
  ASSAY_ALLOWED_TARGETS: {
    description:
      'hosts, addresses and networks that targets may be at although they are private, ' +
      'with :port or :* where it is no usual one, separated by commas, or off',
    fallback: () => 'off',
  },
  ASSAY_HOSTA_URL: {
    description: 'the address of the hosta service, where owner/name is cloned from, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_HOSTB_URL: {
    description: 'the address of the hostb service, where group/name is cloned from, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_PKGREG_URL: {
    description: 'the address of the npm-compatible registry that packages are fetched from, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_CONTAINER_URL: {
    description: 'the address of the registry of images whose name has no host, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_TARGET_MB: {
    description: 'megabytes of a target: of what is received, and of what is unpacked and staged of it',
    fallback: () => '2000',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_TARGET_FILES: {
    description: 'files and folders of a target',
    fallback: () => '500000',
    check: wholeNumber(1, 10_000_000),
  },
  ASSAY_TARGET_DEPTH: {
    description: 'folders within folders of a target',
    fallback: () => '64',
    check: wholeNumber(1, 500),
  },
  ASSAY_TARGET_MS: {
    description: 'milliseconds that cloning or fetching a target may take',
    fallback: () => '600000',
    check: wholeNumber(1_000, MAX_FETCH_TIME),
  },
  ASSAY_FREE_DISK_MB: {
    description:
      'megabytes that stay free on the disk of the staged copies: with less, new targets wait; or 0 for none',
    fallback: () => '500',
    check: wholeNumber(0, 100_000_000),
  },
  ASSAY_CHROMIUM: {
    description: 'the browser that looks at pages: a path, auto for any Chromium that is installed, or off',
    fallback: () => 'auto',
    check: browser,
  },
  ASSAY_ADVISORIES_DIR: {
    description: 'the databases of known holes in packages, which assay advisories makes: one folder for all workers',
    fallback: (dataDir) => join(dataDir, 'advisories'),
  },
  ASSAY_ADVISORIES_URL: {
    description:
      'where assay advisories update brings them from: an address with <ecosystem>/all.zip below it, in the format ' +
      'OSV, or osv for the one of osv.dev',
    fallback: () => 'osv',
    check: (value) => (value === 'osv' ? undefined : address(value)),
  },
  ASSAY_UPLOAD_DIR: {
    description: 'where uploads are kept: one folder for the API and all workers',
    fallback: (dataDir) => join(dataDir, 'uploads'),
  },
  ASSAY_UPLOAD_MB: { description: 'megabytes of one upload', fallback: () => '200', check: wholeNumber(1, 100_000) },
  ASSAY_UPLOAD_ORGANIZATION_MB: {
    description: 'megabytes of all uploads that are kept at one time for one organization',
    fallback: () => '2000',
    check: wholeNumber(1, 10_000_000),
  },
  ASSAY_UPLOAD_TOTAL_MB: {
    description: 'megabytes of all uploads that are kept at one time',
    fallback: () => '20000',
    check: wholeNumber(1, 100_000_000),
  },
  ASSAY_UPLOAD_HOURS: {
    description: 'hours that an upload is kept',
    fallback: () => '24',
    check: wholeNumber(1, 8_760),
  },
  ASSAY_SECRET_DIR: {
    description: 'where secrets are kept, encrypted: one folder for all processes',
    fallback: (dataDir) => join(dataDir, 'secrets'),
  },
  ASSAY_SECRET_KEY: {
    description:
      'the key that secrets are encrypted with, 32 bytes in base64 or hex, then old ones that only decrypt, ' +
      'separated by commas; off: those of ASSAY_SECRET_KEY_FILE',
    fallback: () => 'off',
    check: oneOrOff(secretKeys),
    hidden: true,
  },
  ASSAY_SECRET_KEY_FILE: {
    description: 'the file with those keys, one a line; the first secret makes it where it is not there',
    fallback: (dataDir) => join(dataDir, 'secret.key'),
  },
  ASSAY_AUDIT_KEY_FILE: {
    description:
      'the file with the key that signs exports for auditors; the first use makes it where it is not there; all API ' +
      'processes need the same one',
    fallback: (dataDir) => join(dataDir, 'audit-signing.key'),
  },
  ASSAY_HOSTA_TOKEN: {
    description: 'for assay scan: the access token that it clones private repositories of hosta with, or off',
    fallback: () => 'off',
    check: oneOrOff(token),
    hidden: true,
  },
  ASSAY_HOSTB_TOKEN: { description: 'the same for hostb', fallback: () => 'off', check: oneOrOff(token), hidden: true },
  ASSAY_PUBLIC_URL: {
    description:
      'the address by which others reach this service, for links and for the addresses of webhooks, or off: that of ' +
      'the request, without encryption',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_APP_URL: {
    description:
      'the address of the app that a browser returns to after a checkout, with success=true or canceled=true, or ' +
      'off: a page of this service says that it is over',
    fallback: () => 'off',
    check: oneOrOff(url('http', 'https')),
  },
  ASSAY_SMTP_URL: {
    description:
      'the server that mail is sent by: smtp://<user>:<password>@<host>:<port>, or smtps://…; ' +
      '?requireTLS=true sends nothing without encryption; off: no mail is sent',
    fallback: () => 'off',
    check: oneOrOff(url('smtp', 'smtps')),
    hidden: true,
  },
  ASSAY_MAIL_FROM: {
    description: 'who sends the mail, as Assay <assay@example.com>, or off: no mail is sent',
    fallback: () => 'off',
    check: oneOrOff(sender),
  },
  ASSAY_PAYMENTS: {
    description: 'who takes the money for credits: sandbox, which takes none and is for trying out, or stripe',
    fallback: () => 'sandbox',
    check: oneOf('sandbox', 'stripe'),
  },
  ASSAY_STRIPE_SECRET_KEY: {
    description: 'the secret key of the account at Stripe, or off',
    fallback: () => 'off',
    check: oneOrOff(token),
    hidden: true,
  },
  ASSAY_STRIPE_WEBHOOK_SECRET: {
    description:
      'the signing secret of the webhook at Stripe that sends to /api/webhooks/payments/stripe, or off: Stripe is ' +
      'asked about purchases, and tells nothing by itself',
    fallback: () => 'off',
    check: oneOrOff(token),
    hidden: true,
  },
  ASSAY_STRIPE_URL: {
    description: 'the address of Stripe, or of a server that stands for it in a test',
    fallback: () => 'https://api.stripe.com',
    check: address,
  },
  HOST: { description: 'the address to listen on', fallback: () => '127.0.0.1' },
  PORT: { description: 'the port to listen on; 0 takes a free one', fallback: () => '3000', check: port },
  ASSAY_BOOTSTRAP_TIER: {
    description: 'the tier of the organization that the first start creates',
    fallback: () => 'business',
    check: oneOf(...TIER_IDS),
  },
  ASSAY_PRICES: {
    description: 'the file with tiers, prices, packages and limits; included is the one that comes with Assay',
    fallback: () => 'included',
  },
  ASSAY_MAX_SESSIONS: {
    description: 'sessions that run at once in one process',
    fallback: () => '4',
    check: wholeNumber(1, 1_000),
  },
  ASSAY_ENGINE_SLOTS: {
    description: 'engine processes that run at once in one process; 0 takes one for each processor and one more',
    fallback: () => '0',
    check: wholeNumber(0, 1_000),
  },
  ASSAY_FINDINGS_PER_TOOL: {
    description: 'findings that are kept of one tool in one session, the most severe; the others are counted',
    fallback: () => '5000',
    check: wholeNumber(1, 100_000),
  },
  ASSAY_RATE_LIMIT: {
    description: 'requests a minute and organization; without a good API key, a minute and address',
    fallback: () => '600',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_START_RATE_LIMIT: {
    description: 'session starts a minute and organization',
    fallback: () => '30',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_UPLOAD_RATE_LIMIT: {
    description: 'uploads a minute and organization',
    fallback: () => '30',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_BODY_TIMEOUT_MS: {
    description: 'milliseconds that a request body may take; for an upload, between two of its bytes',
    fallback: () => '30000',
    check: wholeNumber(100, 600_000),
  },
  ASSAY_MAX_CONNECTIONS: {
    description: 'connections that are open at once to one process; further ones are closed at once',
    fallback: () => '5000',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_MAX_API_KEYS: {
    description: 'API keys that an organization has at most; an operator may make more',
    fallback: () => '100',
    check: wholeNumber(1, 10_000),
  },
  ASSAY_MAX_STREAMS: {
    description: 'event streams that one organization has open at once in one process',
    fallback: () => '20',
    check: wholeNumber(1, 100_000),
  },
  ASSAY_HEARTBEAT_MS: {
    description: 'milliseconds between two heartbeats of an event stream',
    fallback: () => '10000',
    check: wholeNumber(100, 15_000),
  },
  ASSAY_UNSTARTED_GRACE_MS: {
    description: 'milliseconds after which a charge whose session never started is refunded',
    fallback: () => '30000',
    check: wholeNumber(100, 3_600_000),
  },
  ASSAY_MODEL_URL: {
    description:
      'the address of a language model that writes the sentences of AI reports, with the interface of OpenAI, ' +
      'such as http://127.0.0.1:11434/v1; off: they are written by rules',
    fallback: () => 'off',
    check: oneOrOff(url('http', 'https')),
  },
  ASSAY_MODEL_NAME: { description: 'the name by which that server knows the model', fallback: () => 'default' },
  ASSAY_MODEL_KEY: { description: 'the key of that server, or off', fallback: () => 'off', hidden: true },
  ASSAY_MODEL_TIMEOUT_MS: {
    description: 'milliseconds that the language model may take for a report',
    fallback: () => '60000',
    check: wholeNumber(1_000, 120_000),
  },
  ASSAY_LOG_LEVEL: {
    description: 'what is logged: fatal, error, warn, info, debug, trace or silent',
    fallback: () => 'warn',
    check: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
} satisfies Readonly<Record<string, Definition>>;

export type SettingName = keyof typeof ROWS;

export const SETTINGS_TABLE: Readonly<Record<string, Definition>> = ROWS;
