import { setTimeout as pause } from 'node:timers/promises';
import { type HttpClient, type Json, httpClient } from '../support/http-client';
import type { Docker } from './docker';

const API = 'http://127.0.0.1:3000';
export const UI = 'http://127.0.0.1:8080';
/** Seconds that everything may take to be healthy. */
const START_LIMIT = 300;
const MINUTE = 60_000;

/** A container, as `docker ps` tells of it. */
export interface Container {
  readonly name: string;
  readonly service: string;
  readonly status: string;
  readonly ports: string;
}

interface Network {
  /** The container's, on it. */
  readonly address: string;
  readonly internal: boolean;
}

/** The service of docker-compose.yml, under a project name of this run. */
export class Deployment {
  #key = '';

  constructor(
    readonly project: string,
    readonly docker: Docker,
    private readonly signal: AbortSignal,
  ) {}

  async up(): Promise<void> {
    await this.docker.compose('up', '--detach', '--wait', '--wait-timeout', String(START_LIMIT));
  }

  /** Keeps the volumes that have names; the others, which no container would ever be given again, it removes. */
  async down(): Promise<void> {
    const names = (await this.containers()).map(({ name }) => name);
    const mounts = await this.docker.docker(
      'inspect',
      '--format',
      '{{range .Mounts}}{{println .Name}}{{end}}',
      ...names,
    );
    await this.docker.compose('down');
    const unnamed = mounts.split('\n').filter((name) => /^[0-9a-f]{64}$/.test(name));
    if (unnamed.length > 0) await this.docker.docker('volume', 'rm', ...unnamed);
  }

  /** The key that the first start printed, by the command of docs/cluster.md. */
  async readKey(): Promise<void> {
    const [key] = /asy_[^ "\s]*/.exec(await this.docker.compose('logs', '--no-color', 'api')) ?? [];
    if (key === undefined) throw new Error('the log of the API shows no key');
    this.#key = key;
  }

  get client(): HttpClient {
    return httpClient(API, { authorization: `Bearer ${this.#key}` });
  }

  async containers(): Promise<readonly Container[]> {
    const line = '{{.Names}}\\t{{.Label "com.docker.compose.service"}}\\t{{.Status}}\\t{{.Ports}}';
    const filter = `label=com.docker.compose.project=${this.project}`;
    const said = await this.docker.docker('ps', '--all', '--filter', filter, '--format', line);
    return said
      .trim()
      .split('\n')
      .filter((row) => row !== '')
      .map((row) => {
        const [name = '', service = '', status = '', ports = ''] = row.split('\t');
        return { name, service, status, ports };
      });
  }

  async containerOf(service: string): Promise<Container> {
    const found = (await this.containers()).find((container) => container.service === service);
    if (found === undefined) throw new Error(`there is no container of ${service}`);
    return found;
  }

  async networksOf(container: string): Promise<readonly Network[]> {
    const said = await this.docker.docker('inspect', '--format', '{{json .NetworkSettings.Networks}}', container);
    const networks = Object.entries(JSON.parse(said) as Record<string, { IPAddress: string }>);
    return Promise.all(
      networks.map(async ([name, { IPAddress: address }]) => {
        const internal = await this.docker.docker('network', 'inspect', '--format', '{{.Internal}}', name);
        return { address, internal: internal.trim() === 'true' };
      }),
    );
  }

  /** Where the API is found on the network that has a way out. */
  async publishedAddress(): Promise<string> {
    const networks = await this.networksOf((await this.containerOf('api')).name);
    const published = networks.find(({ internal }) => !internal);
    if (published === undefined) throw new Error('the API is on internal networks alone');
    return `${published.address}:3000`;
  }

  /** Resolves when every container of the service is healthy. */
  async healthy(): Promise<void> {
    await this.eventually('all containers are healthy', async () => {
      const containers = await this.containers();
      const waiting = containers.filter(({ service, status }) => service !== 'site' && !status.includes('(healthy)'));
      return containers.length > 0 && waiting.length === 0 ? true : undefined;
    });
  }

  /**
   * As a crash: the first process of the container is killed from outside, and Docker starts the container again as its
   * `restart` says. `docker kill` would count as a wish that it stays down.
   */
  async crash(service: string): Promise<void> {
    const { name } = await this.containerOf(service);
    const before = await this.#startOf(name);
    process.kill(Number(await this.docker.docker('inspect', '--format', '{{.State.Pid}}', name)), 'SIGKILL');
    await this.eventually(`${service} was started again`, async () =>
      (await this.#startOf(name)) === before ? undefined : true,
    );
  }

  async #startOf(name: string): Promise<string> {
    return (await this.docker.docker('inspect', '--format', '{{.State.StartedAt}} {{.State.Running}}', name))
      .trim()
      .replace(/ false$/, ' not running');
  }

  /** @throws Error if it ends with a status */
  exec(service: string, ...command: readonly string[]): Promise<string> {
    return this.docker.compose('exec', '--no-TTY', service, ...command);
  }

  /** Starts a session. @returns its id */
  async start(body: object, key: string): Promise<string> {
    return (await this.#accepted('/api/sessions', body, key)).sessionId;
  }

  /** Starts a scan of a project. @returns the id of its session */
  async startScan(body: object, key: string): Promise<string> {
    return (await this.#accepted('/api/v1/scans', body, key)).scan.sessionId;
  }

  /** While a part of the service is away, tries again under the same key. */
  #accepted(path: string, body: object, key: string): Promise<Json> {
    return this.eventually(`POST ${path} is accepted`, async () => {
      const answer = await this.client.post(path, body, { 'idempotency-key': key }).catch(unreachable);
      if (answer === undefined || answer.status >= 500) return undefined;
      if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    });
  }

  /** The session once it is over. @throws Error if it is not `completed` */
  async completed(sessionId: string): Promise<Json> {
    const session = await this.eventually(`session ${sessionId} ends`, async () => {
      const answer = await this.client.get(`/api/sessions/${sessionId}`).catch(unreachable);
      const over =
        answer?.status === 200 && ['completed', 'partial', 'failed', 'canceled'].includes(answer.body.status);
      return over ? answer.body : undefined;
    });
    if (session.status !== 'completed') throw new Error(`session ${sessionId}: ${JSON.stringify(session)}`);
    return session;
  }

  /** The first answer that is not undefined. */
  async eventually<Value>(what: string, look: () => Promise<Value | undefined>, within = 5 * MINUTE): Promise<Value> {
    const deadline = performance.now() + within;
    for (;;) {
      this.signal.throwIfAborted();
      const seen = await look();
      if (seen !== undefined) return seen;
      if (performance.now() > deadline) throw new Error(`waited ${within / 1_000} s in vain: ${what}`);
      await pause(200, undefined, { signal: this.signal });
    }
  }
}

/** Undefined if the connection failed, as it does while a container is away. */
function unreachable(error: unknown): undefined {
  if (error instanceof TypeError) return undefined; // what fetch throws where it got no answer
  throw error;
}
