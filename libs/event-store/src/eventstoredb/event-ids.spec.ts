import { idAndMetadata, underIdOfItsOwn } from './event-ids';

const event = { id: '0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55', type: 'Written', data: '{}' };

describe("an event's id", () => {
  it.each([
    [null, {}],
    ['{}', {}],
    ['{"actor":"key_1","schemaVersion":2}', { actor: 'key_1', schemaVersion: 2 }],
  ])('is kept beside the metadata %s', (metadata, parsed) => {
    const sent = underIdOfItsOwn({ ...event, metadata });
    expect(sent.id).not.toBe(event.id);
    expect(idAndMetadata(sent.id, JSON.parse(sent.metadata!))).toEqual({ id: event.id, metadata: parsed });
  });

  it("is the server's where the writer gave none", () => {
    expect(idAndMetadata(event.id, { actor: 'system' })).toEqual({ id: event.id, metadata: { actor: 'system' } });
  });

  it('is sent to the server under another name each time', () => {
    const encoded = { ...event, metadata: null };
    expect(underIdOfItsOwn(encoded).id).not.toBe(underIdOfItsOwn(encoded).id);
  });
});
