import { zip } from '../support/archives/zip-writer';
import { FLAWED } from '../support/scanned';
import { upload } from '../support/upload';
import { type Deployment, UI } from './deployment';
import type { Progress } from './progress';

const SHOP = { target: { directory: '/app/samples/shop' } };
/** A session of a few seconds, with an engine of each kind of process. */
const QUICK = { ...SHOP, tools: ['secrets-source', 'css-errors', 'markdown-lint', 'js-correctness'] };
const WORKERS = ['worker-1', 'worker-2'] as const;
const OWN_INSIDE = [...WORKERS, 'projector'];
/** In the order in which they are killed: the service's own, then the servers'. */
export const KILLED = ['api', 'projector', ...WORKERS, 'eventstore', 'mongo', 'temporal-db', 'temporal', 'temporal-ui'];
const SESSIONS_DURING_A_KILL = 2;

/** The trials of the deployment, in order: each one uses the state that earlier ones left. */
export async function runTrials(deployment: Deployment, progress: Progress): Promise<void> {
  const trials = new Trials(deployment);
  await progress.step('only the API and the UI are published, on this machine alone', () => trials.published());
  await progress.step('a first session of all tools, over the published port', () => trials.firstSession());
  for (const worker of WORKERS)
    await progress.step(`doctor in ${worker}: engines and browser are confined`, () => trials.doctor(worker));
  await progress.step('neither workers nor projector have a way out of their network', () => trials.noWayOut());
  await progress.step('a page, as the browser shows it', () => trials.page());
  for (const worker of WORKERS)
    await progress.step(`an upload that the API takes and ${worker} analyses`, () => trials.uploadFor(worker));
  for (const service of KILLED) await progress.step(`${service} is killed during sessions`, () => trials.kill(service));
  await progress.step('docker compose restart during sessions', () => trials.restart());
  await progress.step('docker compose down, then up: what was there is there', () => trials.downAndUp());
  await progress.step('every session is complete and the ledger exact', () => trials.money());
}

class Trials {
  readonly #sessions: string[] = [];
  /** The sessions that made the same quick request. */
  readonly #quick: string[] = [];
  #upload = '';

  constructor(private readonly deployment: Deployment) {}

  async published(): Promise<string> {
    const published = (await this.deployment.containers())
      .flatMap(({ service, ports }) => ports.split(', ').map((port) => `${service} ${port}`))
      .filter((port) => port.includes('->'));
    const expected = ['api 127.0.0.1:3000->3000/tcp', 'temporal-ui 127.0.0.1:8080->8080/tcp'];
    if (String(published.sort()) !== String(expected)) throw new Error(`published: ${published.join('; ')}`);
    const { status } = await fetch(`${UI}/healthz`);
    if (status !== 200) throw new Error(`the UI answers ${status}`);
    return published.join(', ');
  }

  async firstSession(): Promise<string> {
    const { summary } = await this.#completed(await this.#start(SHOP, 'first'));
    if (summary.totalFindings === 0) throw new Error('the samples have findings');
    return `${summary.toolsRun} tools, ${summary.totalFindings} findings`;
  }

  async doctor(worker: string): Promise<string> {
    const said = JSON.parse(await this.deployment.exec(worker, 'assay', 'doctor', '--json')) as Record<
      'protections' | 'browser' | 'engines',
      { name: string; state: string; says: string }[]
    >;
    // No container has control groups of its own.
    const weak = [...said.protections, ...said.browser, ...said.engines].filter(
      ({ name, state }) => state !== 'ok' && name !== 'control-groups',
    );
    if (weak.length > 0) throw new Error(weak.map(({ name, says }) => `${name}: ${says}`).join('\n'));
    const { protections, browser, engines } = said;
    return `${protections.length} protections, ${browser.length - 1} of the browser, ${engines.length} engines`;
  }

  /** Services on internal networks only must not reach an address that this machine reaches. */
  async noWayOut(): Promise<string> {
    const inside: string[] = [];
    for (const { service, name } of await this.deployment.containers()) {
      const networks = await this.deployment.networksOf(name);
      if (networks.every(({ internal }) => internal)) inside.push(service);
    }
    const address = await this.deployment.publishedAddress();
    if (!(await connects(address))) throw new Error(`this machine does not reach ${address} either: nothing is shown`);
    const attempt = `(${connects.toString()})(process.argv.at(-1)).then((open) => console.log(open))`;
    for (const service of OWN_INSIDE) {
      if (!inside.includes(service)) throw new Error(`${service} is on a network with a way out`);
      const connected = (await this.deployment.exec(service, 'node', '-e', attempt, address)).trim();
      if (connected !== 'false') throw new Error(`${service} reaches ${address}, beyond its networks: ${connected}`);
    }
    return `${inside.length} services on internal networks, ${OWN_INSIDE.length} tried`;
  }

  async page(): Promise<string> {
    const tool = 'axe-text-alternatives';
    const session = await this.#completed(
      await this.#start({ target: { url: 'http://site:8000/' }, tools: [tool] }, 'page'),
    );
    const { status } = session.toolReports[tool];
    // The image without a text exists only after a script ran.
    if (status !== 'completed' || session.summary.totalFindings === 0)
      throw new Error(JSON.stringify({ reports: session.toolReports, summary: session.summary }));
    return `findings of the rendered page: ${session.summary.totalFindings}`;
  }

  /** Stops the other workers, so that this one must run it. */
  async uploadFor(worker: string): Promise<void> {
    const others = WORKERS.filter((name) => name !== worker);
    await this.deployment.docker.compose('stop', ...others);
    const content = zip(Object.entries(FLAWED).map(([name, text]) => ({ name, content: text })));
    const { status, body } = await upload(this.deployment.client, content, 'shop.zip');
    if (status !== 201) throw new Error(`the upload: ${status} ${JSON.stringify(body)}`);
    this.#upload = body.upload.id;
    await this.#scanUpload(`upload-${worker}`);
    await this.deployment.docker.compose('start', ...others);
    await this.deployment.healthy();
  }

  async kill(service: string): Promise<string> {
    const started = await this.#several(`kill-${service}`);
    const killed = performance.now();
    await this.deployment.crash(service);
    const [healthy] = await Promise.all([
      this.deployment.healthy().then(() => secondsSince(killed)),
      this.#allCompleted(started),
    ]);
    return `healthy again after ${healthy} s, ${started.length} sessions completed after ${secondsSince(killed)} s`;
  }

  async restart(): Promise<string> {
    const started = await this.#several('restart');
    const begun = performance.now();
    await this.deployment.docker.compose('restart');
    await this.deployment.healthy();
    const healthy = secondsSince(begun);
    await this.#allCompleted(started);
    return `healthy after ${healthy} s, ${started.length} sessions completed after ${secondsSince(begun)} s`;
  }

  async downAndUp(): Promise<string> {
    const pending = await this.#several('down');
    await this.deployment.down();
    const begun = performance.now();
    await this.deployment.up();
    const healthy = secondsSince(begun);
    await this.#allCompleted(pending);
    // The same key, the earlier sessions, and an earlier upload that can be analysed again.
    for (const id of this.#sessions) await this.deployment.completed(id);
    await this.#scanUpload('upload-again');
    return `healthy after ${healthy} s, ${this.#sessions.length} sessions there`;
  }

  async money(): Promise<string> {
    const { body: audit } = await this.deployment.client.get('/api/billing/audit');
    const entries = audit.entries as { amount: number; balanceAfter: number; details: { sessionId?: string } }[];
    const total = (of: typeof entries): number => of.reduce((sum, { amount }) => sum + amount, 0);
    const { chain, drift, balance } = audit;
    if (chain.valid !== true || drift.difference !== 0 || total(entries) !== balance)
      throw new Error(`the ledger is not exact: ${JSON.stringify({ chain, drift, balance, total: total(entries) })}`);
    const charged = (id: string): number => -total(entries.filter(({ details }) => details.sessionId === id));
    const free = this.#sessions.filter((id) => charged(id) <= 0);
    if (free.length > 0) throw new Error(`not charged: ${free.join(', ')}`);
    const prices = new Set(this.#quick.map(charged));
    if (prices.size !== 1) throw new Error(`equal sessions have prices of ${[...prices].join(', ')} credits`);
    return (
      `${this.#sessions.length} sessions, of which ${this.#quick.length} equal ones at ${[...prices]} credits each; ` +
      `${entries.length} entries, their sum the balance of ${balance}, drift 0`
    );
  }

  async #several(name: string): Promise<readonly string[]> {
    const keys = Array.from({ length: SESSIONS_DURING_A_KILL }, (_, n) => `${name}-${n}`);
    const started = await Promise.all(keys.map((key) => this.#start(QUICK, key)));
    this.#quick.push(...started);
    return started;
  }

  async #start(body: object, key: string): Promise<string> {
    const id = await this.deployment.start(body, this.#keyOf(key));
    this.#sessions.push(id);
    return id;
  }

  async #scanUpload(name: string): Promise<void> {
    const { status, body } = await this.deployment.client.post('/api/v1/projects', { name, platforms: ['web'] });
    if (status !== 201) throw new Error(`the project: ${status} ${JSON.stringify(body)}`);
    const scan = { applicationId: body.data.id, sourceType: 'upload', uploadId: this.#upload };
    const id = await this.deployment.startScan(scan, this.#keyOf(name));
    this.#sessions.push(id);
    const { summary } = await this.#completed(id);
    if (summary.totalFindings === 0) throw new Error(`the upload has findings, and session ${id} none`);
  }

  #keyOf(name: string): string {
    return `${this.deployment.project}-${name}`;
  }

  #completed(id: string) {
    return this.deployment.completed(id);
  }

  async #allCompleted(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#completed(id)));
  }
}

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 100) / 10;

/**
 * Whether a connection succeeds. The text of this function also runs in containers, so it uses nothing from outside.
 */
async function connects(address: string): Promise<boolean> {
  const { connect } = await import('node:net');
  const [host, port] = address.split(':');
  return new Promise((resolve) => {
    const socket = connect({ host: host!, port: Number(port), timeout: 5_000 });
    const end = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    // If the address refuses the connection, the network is open.
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED' || code === 'ECONNRESET'));
    socket.on('connect', () => end(true)).on('timeout', () => end(false));
  });
}
