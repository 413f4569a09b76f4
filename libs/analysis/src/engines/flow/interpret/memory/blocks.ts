import { type Place, lineOf } from '../../ir';
import { allTaints } from '../contents';
import type { Run } from '../run';
import { type HeapObject, type State, objectLike, objectOf } from '../state';
import { UNKNOWN, type Value, carrying, join, ofTaints, valueLike } from '../values';
import { type Block, blockLike } from './block';

/** The key of the text in a block. */
export const TEXT = '"';

export interface KnownBlock {
  readonly key: number;
  readonly object: HeapObject;
  readonly block: Block;
}

/** The block whose beginning a value points to; undefined unless that is certain. */
export function blockOf(run: Run, { objects, isOther }: Value): KnownBlock | undefined {
  if (objects.length !== 1 || isOther) return undefined;
  const [key] = objects;
  const object = run.state.object(key!);
  return object?.block === undefined ? undefined : { key: key!, object, block: object.block };
}

/** Makes a new block. If an earlier one was made at the same place, the new one stands for both. */
export function newBlock(run: Run, at: Place, block: Block, content: Partial<HeapObject> = {}): Value {
  const value = run.newObject(at, objectLike(objectOf('list', new Map(), UNKNOWN), content));
  const [key] = value.objects;
  const isAgain = block.region === 'heap' && run.wasThere;
  const owner = run.frame.form.id;
  const made = blockLike(block, isAgain ? { owner, isMany: true } : { owner });
  run.state.setObject(key!, objectLike(run.state.object(key!)!, { block: made }));
  return value;
}

export function changeBlock(run: Run, { key, object, block }: KnownBlock, change: Partial<Block>): void {
  run.state.setObject(key, objectLike(object, { block: blockLike(block, change) }));
}

/** The text that a pointer points to. */
export function textAt(run: Run, value: Value): Value {
  const [key, ...others] = value.objects;
  if (key === undefined) return valueLike(value, { paths: [] });
  const object = others.length === 0 && !value.isOther ? run.state.object(key) : undefined;
  const text = object?.fields.get(TEXT);
  if (text) return valueLike(text, { taints: allTaints(run, value) });
  return carrying([ofTaints(allTaints(run, value))]);
}

/** Puts a text where a pointer points. If the block is not certain, its old text may remain. */
export function putText(run: Run, target: Value, text: Value): void {
  const only = target.objects.length === 1 && !target.isOther;
  for (const key of target.objects) {
    const object = run.state.object(key);
    if (object === undefined) continue;
    const carried = carrying([ofTaints(allTaints(run, text))]);
    const known = text.objects.length === 0 && (text.text !== undefined || text.constant !== undefined);
    if (only && !object.block?.isMany) {
      const fields = new Map(known ? [[TEXT, valueLike(text, { paths: [] })] as const] : []);
      run.state.setObject(key, objectLike(object, { length: undefined, fields, rest: carried }));
    } else {
      const fields = new Map(object.fields);
      fields.delete(TEXT);
      run.state.setObject(key, objectLike(object, { length: undefined, fields, rest: join(object.rest, carried) }));
    }
  }
}

/** Forgets the text of a block, because code writes into it. */
export function forgetText(run: Run, { objects }: Value): void {
  for (const key of objects) {
    const object = run.state.object(key);
    if (!object?.fields.has(TEXT)) continue;
    const fields = new Map(object.fields);
    fields.delete(TEXT);
    run.state.setObject(key, objectLike(object, { fields }));
  }
}

const MAX_DEPTH = 2;

/** Applies the effects of an unknown call: it may write to the blocks that it gets, test them and release them. */
export function forgetBlocks(run: Run, { objects }: Value, depth = MAX_DEPTH): void {
  for (const key of objects) {
    const object = run.state.object(key);
    if (object?.block === undefined) continue;
    const block = blockLike(object.block, { released: undefined, isUnchecked: undefined });
    const fields = new Map<string, Value>();
    for (const [name, value] of object.fields) {
      if (depth > 0) forgetBlocks(run, value, depth - 1);
      if (name !== TEXT) fields.set(name, valueLike(join(value, UNKNOWN), {}));
    }
    run.state.setObject(key, objectLike(object, { block, fields }));
  }
}

/** Keeps arrays outside of functions, with their sizes. Their contents may have been changed by any function. */
export function forgetElements(base: State): void {
  const isArray = ({ objects }: Value): boolean =>
    objects.length === 1 && base.object(objects[0]!)?.block?.region === 'static';
  base.changeAll((value) => {
    if (!isArray(value)) return value.constant === undefined ? value : valueLike(join(value, UNKNOWN), {});
    return valueLike(value, { isOther: undefined });
  });
}

/** A place as text. */
export const lineOfPlace = (at: Place): string => `line ${lineOf(at)}`;
