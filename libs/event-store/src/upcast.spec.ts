import type { Fact } from '@assay/kernel';
import { type Lacking, upcast, upcastsOf } from './upcast';

type Counted = Fact<'Counted', { readonly of: string; readonly times: number }>;

const upcasts = upcastsOf<Counted>({
  Counted: (stored: Lacking<Counted, 'times'>) => ({ times: 1, ...stored }),
});

const recorded = (type: string, data: unknown) => ({
  id: '0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55',
  stream: 's',
  revision: 3,
  position: 7,
  metadata: { actor: 'key_1' },
  recordedAt: '2026-01-01T00:00:00.000Z',
  type,
  data,
});

describe('an upcast', () => {
  it('gives the data of an earlier version the shape of today, and changes nothing else', () =>
    expect(upcast(recorded('Counted', { of: 'sheep' }), upcasts)).toEqual(
      recorded('Counted', { of: 'sheep', times: 1 }),
    ));

  it('leaves data of today as it is', () => {
    const event = recorded('Counted', { of: 'sheep', times: 12 });
    expect(upcast(event, upcasts)).toEqual(event);
  });

  it('leaves events alone that have none, whatever they are called', () => {
    for (const type of ['Slept', 'constructor', '__proto__']) {
      const event = recorded(type, { of: 'sheep' });
      expect(upcast(event, upcasts)).toBe(event);
    }
  });
});
