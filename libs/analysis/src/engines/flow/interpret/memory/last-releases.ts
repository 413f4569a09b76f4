import type { Place, Statement } from '../../ir';
import type { Run } from '../run';
import { objectLike } from '../state';
import { blockLike } from './block';

/** Names of `delete` and `free` after the lowering: these raise no error, nor do calls that the lowering inserts. */
const RAISES_NOTHING = /^(?:fn (?:c?free|g_free)|c\..*)$/;

/** Forgets what a block releases last, for its handler of errors: no error comes after those releases. */
export function forgetLastReleases(run: Run, body: readonly Statement[]): void {
  const last = lastThatRaises(body);
  for (const key of run.state.objectKeys()) {
    const object = run.state.object(key);
    const released = object?.block?.released;
    if (!object?.block || released === undefined || released.at <= last || released.by !== run.here) continue;
    const block = blockLike(object.block, { released: undefined });
    run.state.setObject(key, objectLike(object, { block }));
  }
}

/** The last such places of blocks: a block is asked for again for each `try` around it. */
const lastOfBlocks = new WeakMap<readonly unknown[], Place>();

/** The last place within some statements that may raise an error; 0 if there is no such place. */
function lastThatRaises(block: readonly unknown[]): Place {
  const known = lastOfBlocks.get(block);
  if (known !== undefined) return known;
  const last = lastOf(block);
  lastOfBlocks.set(block, last);
  return last;
}

const lastOf = (nodes: readonly unknown[]): Place =>
  nodes.reduce<Place>((most, each) => Math.max(most, lastWithin(each)), 0);

function lastWithin(node: unknown): Place {
  if (Array.isArray(node)) return lastThatRaises(node);
  if (typeof node !== 'object' || node === null) return 0;
  const { kind, callee, at, value } = node as Readonly<Record<string, unknown>>;
  if (kind === 'function' || kind === 'class') return 0;
  const within = lastOf(Object.values(node));
  const raises = kind === 'call' && !RAISES_NOTHING.test(nameOf(callee));
  if (raises && typeof at === 'number') return Math.max(within, at);
  const thrown = kind === 'throw' ? (value as { readonly at?: Place } | undefined)?.at : undefined;
  return Math.max(within, thrown ?? 0);
}

function nameOf(callee: unknown): string {
  const { kind, module, name } = (callee ?? {}) as Readonly<Record<string, unknown>>;
  return kind === 'import' ? String(module) : kind === 'global' ? String(name) : '';
}
