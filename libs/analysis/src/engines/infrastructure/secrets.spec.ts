import { isSecret } from './secrets';

describe('a text in the place of a secret', () => {
  it.each(['changeme-now', 'ch4ng3m3-A@$%^&', 'Ch@nge_Th1s', 'CH4NGE-P4SSW0RD-1', 'change-your-passw0rd'])(
    'is none where it says to change it, also with digits for letters: %s',
    (text) => expect(isSecret(text)).toBe(false),
  );
  it.each(['P4ssw0rd-of-ours', 'xch4ng-Zx81kq', 'exch4nge-2b7q'])('is one: %s', (text) =>
    expect(isSecret(text)).toBe(true),
  );
});
