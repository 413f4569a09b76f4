import type { Place } from '../../ir';
import { bitOf } from '../../rules';
import type { Run } from '../run';
import { report } from '../sinks';
import { type Value, constantOf, valueLike } from '../values';
import { type Block, blockLike } from './block';
import { type KnownBlock, blockOf, changeBlock, forgetText, lineOfPlace } from './blocks';
import { objectLike } from '../state';

const SIZE = bitOf('allocation-size');

/** The weakness of writing more to a block than it holds. */
export function overflowOf({ region }: Block): 'stack-buffer-overflow' | 'heap-buffer-overflow' | 'buffer-overflow' {
  return region === 'stack' ? 'stack-buffer-overflow' : region === 'heap' ? 'heap-buffer-overflow' : 'buffer-overflow';
}

export const bytes = (count: number): string => (count === 1 ? 'one byte' : `${count} bytes`);

/** @param by the function that caused the fault; if it is not the current one, the finding is medium at most */
export function tell(run: Run, weakness: string, at: Place, says: string, by: number | undefined = run.here): void {
  run.weak({ weakness, file: run.file, at, says, ...(by !== run.here && { severity: 'medium' as const }) });
}

/**
 * A caller that passes NULL relies on how the function handles it: only the function's own NULL proves a fault in it.
 */
const nameOfNull = (run: Run): string => `NULL of ${run.frame.form.id}`;

export const nullHere = (run: Run): Value => valueLike(constantOf(null), { paths: [nameOfNull(run)] });

/** Judges a read or write through a pointer. */
export function judgeUse(run: Run, value: Value, at: Place): void {
  if (value.constant === null) {
    if (run.frame.unsure === 0 && value.paths.includes(nameOfNull(run)))
      tell(run, 'null-dereference', at, 'The pointer is NULL here on every way that leads here');
    return;
  }
  const known = blockOf(run, value);
  if (known === undefined) return;
  const { released, isMany, isUnchecked } = known.block;
  if (released !== undefined && !isMany) {
    tell(run, 'use-after-free', at, `The memory was released on ${lineOfPlace(released.at)}`, released.by);
    const block = blockLike(known.block, { released: undefined });
    run.state.setObject(known.key, objectLike(known.object, { block }));
  } else if (isUnchecked) {
    tell(run, 'unchecked-allocation', at, 'Nobody has looked whether the memory was there');
    looked(run, value.objects);
  }
}

/** Records that a condition tests the pointer: its author thought of NULL. */
export function looked(run: Run, objects: readonly number[]): void {
  for (const key of objects) {
    const object = run.state.object(key);
    if (!object?.block?.isUnchecked) continue;
    const block = blockLike(object.block, { isUnchecked: undefined });
    run.state.setObject(key, objectLike(object, { block }));
  }
}

/** Judges `array[place]`. */
export function judgeElement(run: Run, array: Value, place: Value, at: Place, isWrite: boolean): void {
  judgeUse(run, array, at);
  const known = blockOf(run, array);
  if (known === undefined) return;
  const { size, unit } = known.block;
  if (size !== undefined && unit !== undefined && unit > 0) {
    const count = Math.floor(size / unit);
    // The last member of a structure whose data extends beyond it, or an array whose length stands in another file.
    if (count === 0) return;
    if (typeof place.constant === 'number') {
      if (isCertain(run, known.block)) judgePlace(run, known.block, place.constant, count, at, isWrite);
    } else if (place.taints.length === 0) run.judgesHere();
    else if (!place.isOther) judgeGiven(run, known, place, at, isWrite);
  }
  if (isWrite && place.constant !== 0) forgetText(run, array);
}

function judgePlace(run: Run, block: Block, place: number, count: number, at: Place, isWrite: boolean): void {
  if (place < 0) {
    const says = `The place ${place} is before the first element`;
    tell(run, isWrite ? 'buffer-underwrite' : 'buffer-underread', at, says, block.owner);
  } else if (place >= count) {
    const says = `The place ${place} is behind the last one, which is ${count - 1}`;
    tell(run, isWrite ? overflowOf(block) : 'out-of-bounds-read', at, says, block.owner);
  }
}

/** Whether each path from where the block was made leads here: with other arguments its size may differ. */
export const isCertain = (run: Run, { owner }: Block): boolean => run.isSureSince(owner);

/** Judges an index that comes from outside. */
function judgeGiven(run: Run, { block }: KnownBlock, place: Value, at: Place, isWrite: boolean): void {
  const weakness = isWrite ? overflowOf(block) : 'out-of-bounds-read';
  const call = `the place in ${block.region === 'heap' ? 'a block' : 'an array'}`;
  report(run, { call, weakness }, place, at);
  // A number that was compared only with the maximum may be below zero.
  const taints = place.taints.filter(({ safe }) => (safe & SIZE) !== 0);
  if (taints.length > 0) report(run, { call, weakness: 'signed-index' }, valueLike(place, { taints }), at);
}

/** Gives a block the size of its elements, once they are known. */
export function withUnit(run: Run, value: Value, unit: number): void {
  const known = blockOf(run, value);
  if (known !== undefined && known.block.unit === undefined) changeBlock(run, known, { unit });
}
