import type { Place, Statement } from '../../ir';
import type { Run } from '../run';

/** Names of `delete` and `free` after the lowering: no error comes out of these, nor out of its own calls. */
const RAISES_NOTHING = /^(?:fn (?:c?free|g_free)|c\..*)$/;

/**
 * A handler of errors does not find released what its block releases last: no error comes after it.
 */
export function forgetLastReleases(run: Run, body: readonly Statement[]): void {
  const last = lastThatRaises(body);
  for (const key of run.state.objectKeys()) {
    const object = run.state.object(key);
    const released = object?.block?.released;
    if (!object?.block || released === undefined || released.at <= last || released.by !== run.here) continue;
    const { released: _released, ...block } = object.block;
    run.state.setObject(key, { ...object, block });
  }
}

/** The last place below some statements from which an error may come; 0 where there is none. */
function lastThatRaises(node: unknown): Place {
  if (Array.isArray(node)) return node.reduce<Place>((most, each) => Math.max(most, lastThatRaises(each)), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const { kind, callee, at, value } = node as Readonly<Record<string, unknown>>;
  if (kind === 'function' || kind === 'class') return 0;
  const within = lastThatRaises(Object.values(node));
  const raises = kind === 'call' && !RAISES_NOTHING.test(nameOf(callee));
  if (raises && typeof at === 'number') return Math.max(within, at);
  const thrown = kind === 'throw' ? (value as { readonly at?: Place } | undefined)?.at : undefined;
  return Math.max(within, thrown ?? 0);
}

function nameOf(callee: unknown): string {
  const { kind, module, name } = (callee ?? {}) as Readonly<Record<string, unknown>>;
  return kind === 'import' ? String(module) : kind === 'global' ? String(name) : '';
}
