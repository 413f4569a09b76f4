import fc from 'fast-check';
import { anyText } from '../../../../test/support/any-text';
import { decoded, encoded } from './code-point-order';

describe('text in the order of its code points', () => {
  const text = fc.oneof(
    anyText(),
    fc.string({
      unit: fc.constantFrom('a', '\u0000', '\ud7ff', '\ue000', '\ue001', '\uffff', '\u{10000}', '🧭', '\u{10ffff}'),
    }),
  );
  const byCodePoints = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const byUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

  it('compares alike by UTF-16 units and by UTF-8 bytes, as the text itself does by code points', () =>
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(byUnits(encoded(a), encoded(b))).toBe(byCodePoints(a, b));
        expect(byCodePoints(encoded(a), encoded(b))).toBe(byCodePoints(a, b));
      }),
    ));

  it('comes back as it was', () => fc.assert(fc.property(text, (a) => expect(decoded(encoded(a))).toBe(a))));

  it('is the text itself where no character is above the surrogates', () =>
    expect(encoded('größe 1.0 ✓')).toBe('größe 1.0 ✓'));

  it('has a replacement for half a surrogate pair, which UTF-8 has no place for', () =>
    expect(decoded(encoded('a\ud800b'))).toBe('a\ufffdb'));
});
