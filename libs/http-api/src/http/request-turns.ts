import { RoundRobin } from '@assay/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { presentedKey } from './presented-key';

/** The loop of this process; tests have one that they turn themselves. */
export interface Loop {
  /** Runs something in the next turn of the loop, in the order of the calls. */
  later(run: () => void): void;
  /** Milliseconds. */
  now(): number;
}

const nodeLoop: Loop = { later: setImmediate, now: () => performance.now() };

/** Milliseconds of a turn of the loop after which no further request enters in it. */
const BUDGET = 8;
/** Requests that enter in one turn of the loop, if they take no time. */
const MOST = 32;
/**
 * Connections one after another from which on others are assumed to wait behind them: Node.js accepts one in a turn of
 * the loop.
 */
const MANY_CONNECTIONS = 16;
/** Milliseconds without a connection after which the count of connections begins again. */
const APART = 20;
/** Milliseconds for which requests give way to connections. */
const PATIENCE = 50;
/** Keys that were good. A key that is forgotten shares the turns of its address once. */
const KNOWN_KEYS = 10_000;

/**
 * Lets a few requests in at a time, and everything else that waits for the loop run in between. Organizations take
 * turns. Node.js alone would answer all requests that have arrived, in the order of their arrival, before it looks at
 * anything else: 2,500 requests that one organization sends at once kept all others waiting until each was answered.
 */
export class RequestTurns {
  private readonly waiting = new RoundRobin<() => void>();
  private readonly organizations = new LRUCache<string, string>({ max: KNOWN_KEYS });
  private isTaken = false;
  /** When the first request of this turn of the loop entered. */
  private began: number | undefined;
  private lastEntered = 0;
  private isConnecting = false;
  private lastConnected = 0;
  /** Connections since there was none for a while. */
  private connected = 0;

  constructor(private readonly loop: Loop = nodeLoop) {}

  /** Requests that wait for their turn. */
  get size(): number {
    return this.waiting.size;
  }

  /** The next request with this key takes the turns of this organization. */
  remember(key: string, organizationId: string): void {
    this.organizations.set(hashOf(key), organizationId);
  }

  /** Before the key is checked: the organization where the key was good before, or else the address. */
  ownerOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
    const key = presentedKey(headers);
    const organizationId = key === undefined ? undefined : this.organizations.get(hashOf(key));
    return organizationId ?? `address ${ip}`;
  }

  /** Calls `enter` at once if no other request has entered since the loop last looked at what else there is. */
  take(owner: string, enter: () => void): void {
    const now = this.loop.now();
    const mayEnter = !this.isTaken && !this.givesWay(now);
    if (!this.isTaken) this.loop.later(this.endTurn);
    this.isTaken = true;
    if (!mayEnter) return this.waiting.add(owner, enter);
    this.lastEntered = now;
    enter();
  }

  /**
   * A connection was accepted. While many begin, requests give way to them: the client behind a connection is not known
   * before it is accepted, and a turn in which requests enter takes ten times as long as one without.
   */
  connect(): void {
    const now = this.loop.now();
    this.connected = now - this.lastConnected < APART ? this.connected + 1 : 1;
    this.lastConnected = now;
    if (this.isConnecting) return;
    this.isConnecting = true;
    // Work that was put off for the same turn before comes first and sees it.
    this.loop.later(() => (this.isConnecting = false));
  }

  private givesWay(now: number): boolean {
    return this.isConnecting && this.connected > MANY_CONNECTIONS && now - this.lastEntered < PATIENCE;
  }

  /** Each request enters by itself, so that what it does without waiting is done, and counted, before the next one. */
  private readonly endTurn = (): void => {
    this.began = undefined;
    this.isTaken = this.waiting.size > 0;
    if (!this.isTaken) return;
    for (let entered = Math.min(MOST, this.waiting.size); entered > 0; entered -= 1) this.loop.later(this.enterOne);
    this.loop.later(this.endTurn);
  };

  private readonly enterOne = (): void => {
    const now = this.loop.now();
    if (this.began === undefined && this.givesWay(now)) return;
    this.began ??= now;
    if (now - this.began >= BUDGET) return;
    this.lastEntered = now;
    this.waiting.take()?.();
  };
}

/** Makes each request wait for its turn, before any other hook looks at it. */
export function takeTurns(fastify: Pick<FastifyInstance, 'addHook' | 'server'>, turns: RequestTurns): void {
  fastify.server.on('connection', () => turns.connect());
  fastify.addHook('onRequest', (request, _, done) => turns.take(turns.ownerOf(request), done));
}

/** The hash of a key, because the key itself is not kept. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64');
