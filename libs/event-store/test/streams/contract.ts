import { type ExpectedRevision, InvalidStoreRequest, WrongExpectedRevision } from '@assay/event-store';
import type { OpenStore } from '../contract';
import { collect, happened, newStream, numbered, numbersOf, upTo, useStore } from '../events';

export function streamsContract(open: OpenStore): void {
  const store = useStore(open);
  const streamOf = async (count: number) => {
    const stream = newStream();
    await store().append(
      stream,
      upTo(count).map((n) => happened(n)),
    );
    return stream;
  };

  it('has no metadata until some is set, and then what was set last', async () => {
    const stream = newStream();
    expect(await store().streamMetadata(stream)).toEqual({});
    await store().setStreamMetadata(stream, { truncateBefore: 2 });
    expect(await store().streamMetadata(stream)).toEqual({ truncateBefore: 2 });
    await store().setStreamMetadata(stream, { truncateBefore: 4 });
    expect(await store().streamMetadata(stream)).toEqual({ truncateBefore: 4 });
    await store().setStreamMetadata(stream, {});
    expect(await store().streamMetadata(stream)).toEqual({});
  });

  it('is not there by its metadata alone', async () => {
    const stream = newStream();
    await store().setStreamMetadata(stream, { truncateBefore: 1 });
    await expect(store().append(stream, [happened(0)], { expectedRevision: 'stream-exists' })).rejects.toThrow(
      WrongExpectedRevision,
    );
    await expect(store().append(stream, [happened(0)], { expectedRevision: 'no-stream' })).resolves.toMatchObject({
      revision: 0,
    });
  });

  it('hides what is before truncateBefore also as it grows, wherever a read begins', async () => {
    const stream = await streamOf(5);
    await store().setStreamMetadata(stream, { truncateBefore: 3 });
    expect(await numbersOf(store().readStream(stream))).toEqual([3, 4]);
    await store().append(stream, [happened(5)], { expectedRevision: 4 });
    expect(await numbersOf(store().readStream(stream))).toEqual([3, 4, 5]);
    expect(await numbersOf(store().readStream(stream, { from: 1, limit: 1 }))).toEqual([3]);
    expect(await numbersOf(store().readStream(stream, { direction: 'backwards' }))).toEqual([5, 4, 3]);
  });

  it('hides what is before truncateBefore, and shows it again when that is taken back', async () => {
    const stream = await streamOf(5);
    await store().setStreamMetadata(stream, { truncateBefore: 3 });
    expect((await collect(store().readStream(stream))).map(({ revision }) => revision)).toEqual([3, 4]);
    await store().setStreamMetadata(stream, { truncateBefore: 9 });
    expect(await collect(store().readStream(stream))).toEqual([]);
    await store().setStreamMetadata(stream, { truncateBefore: 2 });
    expect(await numbersOf(store().readStream(stream))).toEqual([2, 3, 4]);
    await store().setStreamMetadata(stream, {});
    expect(await numbersOf(store().readStream(stream))).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([[{ truncateBefore: 1.5 }], [{ truncateBefore: -1 }]])('refuses the metadata %j', async (metadata) => {
    await expect(store().setStreamMetadata(newStream(), metadata)).rejects.toThrow(InvalidStoreRequest);
  });

  it('reads as empty once deleted, in both directions', async () => {
    const stream = await streamOf(3);
    await store().deleteStream(stream);
    expect(await collect(store().readStream(stream))).toEqual([]);
    expect(await collect(store().readStream(stream, { direction: 'backwards' }))).toEqual([]);
  });

  it.each<[ExpectedRevision]>([['no-stream'], ['any'], [2]])(
    'continues its revisions when it is appended to after its deletion (expecting %s)',
    async (expectedRevision) => {
      const stream = await streamOf(3);
      await store().deleteStream(stream);
      expect(await store().append(stream, [happened(3)], { expectedRevision })).toMatchObject({ revision: 3 });
      expect((await collect(store().readStream(stream))).map(({ revision }) => revision)).toEqual([3]);
      await expect(store().append(stream, [happened(4)], { expectedRevision: 'no-stream' })).rejects.toMatchObject({
        actual: 3,
      });
      await expect(store().append(stream, [happened(4)], { expectedRevision: 3 })).resolves.toMatchObject({
        revision: 4,
      });
    },
  );

  it('does not exist once deleted', async () => {
    const stream = await streamOf(3);
    await store().deleteStream(stream);
    await expect(store().append(stream, [happened(3)], { expectedRevision: 'stream-exists' })).rejects.toMatchObject({
      actual: 'no-stream',
    });
  });

  it.each<[ExpectedRevision, boolean]>([
    ['any', true],
    ['stream-exists', true],
    [2, true],
    [1, false],
    ['no-stream', false],
  ])('is deleted where it is expected (%s: %s)', async (expectedRevision, succeeds) => {
    const stream = await streamOf(3);
    const deleting = store().deleteStream(stream, { expectedRevision });
    if (succeeds) await deleting;
    else await expect(deleting).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 2 });
    expect(await numbersOf(store().readStream(stream))).toEqual(succeeds ? [] : [0, 1, 2]);
  });

  it('can be deleted again after it came back', async () => {
    const stream = await streamOf(2);
    await store().deleteStream(stream);
    await store().append(stream, [numbered(2)]);
    await store().deleteStream(stream, { expectedRevision: 2 });
    expect(await collect(store().readStream(stream))).toEqual([]);
    expect(await store().append(stream, [numbered(3)], { expectedRevision: 'no-stream' })).toMatchObject({
      revision: 3,
    });
  });

  it('that never was cannot be deleted where it must exist', async () => {
    await expect(store().deleteStream(newStream(), { expectedRevision: 'stream-exists' })).rejects.toThrow(
      WrongExpectedRevision,
    );
    await expect(store().deleteStream(newStream(), { expectedRevision: 0 })).rejects.toThrow(WrongExpectedRevision);
  });
}
