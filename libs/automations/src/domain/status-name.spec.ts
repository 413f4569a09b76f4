import { statusNameOf } from './status-name';

const ID = 'aut_0199f3c2-7d1e-7abc-9def-0a1b2c3d4e5f';

describe('the name of the status that an automation gives', () => {
  it.each([
    ['On push', 'assay/on-push-2c3d4e5f'],
    ['  Größe: ß & 😀 prüfen!  ', 'assay/größe-ß-prüfen-2c3d4e5f'],
    ['Å', 'assay/å-2c3d4e5f'],
    ['😀', 'assay/2c3d4e5f'],
    ['@ada/#7 [link](https://example.com)', 'assay/ada-7-link-https-example-com-2c3d4e5f'],
  ])('says what %s is, for good', (name, status) => expect(statusNameOf(ID, name)).toBe(status));

  it('is no longer than hosts take, whatever it is made of', () => {
    const name = statusNameOf(ID, '𒀀'.repeat(200));
    expect([...name]).toHaveLength('assay/-2c3d4e5f'.length + 60);
    expect(name).not.toMatch(/\p{Surrogate}/u);
  });

  it('is another one for another automation of the same name', () =>
    expect(statusNameOf('aut_0199f3c2-7d1e-7abc-9def-0a1b2c3d4e60', 'On push')).not.toBe(statusNameOf(ID, 'On push')));
});
