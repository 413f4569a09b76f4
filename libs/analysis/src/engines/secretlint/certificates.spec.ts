import { isKeyForTrials } from './certificates';

const [BEGIN, END] = ['BEGIN', 'END'].map((mark) => `-----${mark} PRIVATE ${'KEY'}-----`);
const KEY = `${BEGIN}\nMIIB\n${END}\n`;
const certificate = (body: string): string =>
  `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
/** For `localhost`, and for a name of the internet; both until the year 2126. */
const LOCAL = certificate(
  'MIIBejCCAR+gAwIBAgIUMWnGsscZc7M6NI6Zgw0iK1j2tvEwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2' +
    'MTEyNzAxMzcyOFoYDzIxMjYxMTAzMDEzNzI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
    'AATAGERRGorn4MvnNqO7X7DItw3ZABuqob4WYMu5+RsB4vmX85dhLFomUrLpdolI6PbBVq2ogVMViE3jeS2QDTfZo00wSzAdBgNV' +
    'HQ4EFgQU086hnumMGjEv6Qcnkm3lybIfe2IwHwYDVR0jBBgwFoAU086hnumMGjEv6Qcnkm3lybIfe2IwCQYDVR0TBAIwADAKBggq' +
    'hkjOPQQDAgNJADBGAiEA5VdKlR6dBKTRKi2Wf5hhuTXHa2/q+w4Q66BKVZF7sHoCIQDQ6RH+5vg4gdcuOyFuHJc3lodIwRM1Gspu' +
    'L09SegUZZA==',
);
const PUBLIC = certificate(
  'MIIBjjCCATOgAwIBAgIUG+lc0TEBP4txS4PhIRhwEaJrQWcwCgYIKoZIzj0EAwIwHjEcMBoGA1UEAwwTc2hvcC5hY21lLWNsb3Vk' +
    'LmNvbTAgFw0yNjExMjcwMTM3MjhaGA8yMTI2MTEwMzAxMzcyOFowHjEcMBoGA1UEAwwTc2hvcC5hY21lLWNsb3VkLmNvbTBZMBMG' +
    'ByqGSM49AgEGCCqGSM49AwEHA0IABMAYRFEaiufgy+c2o7tfsMi3DdkAG6qhvhZgy7n5GwHi+Zfzl2EsWiZSsul2iUjo9sFWraiB' +
    'UxWITeN5LZANN9mjTTBLMB0GA1UdDgQWBBTTzqGe6YwaMS/pByeSbeXJsh97YjAfBgNVHSMEGDAWgBTTzqGe6YwaMS/pByeSbeXJ' +
    'sh97YjAJBgNVHRMEAjAAMAoGCCqGSM49BAMCA0kAMEYCIQD/X54NA68+Pgp77IhqsLRpoc9IcpM3WUr52TPl8LUKtQIhAMzZ1/u9' +
    'xp5+pgh+VrlB0AonMNYtqbP6++eOa6THM9Lb',
);
const NOW = Date.UTC(2030, 0);

const isForTrials = (text: string, now = NOW): boolean => isKeyForTrials(text, text.indexOf(BEGIN!), now);

describe('a private key', () => {
  it('is for trials beside a certificate of the own machine, in YAML too', () => {
    expect(isForTrials(LOCAL + KEY)).toBe(true);
    expect(isForTrials(`tls.crt: |\n${LOCAL.replace(/^(?=.)/gm, '  ')}tls.key: |\n  ${KEY}`)).toBe(true);
  });

  it('is real beside a certificate of the internet until that has expired', () => {
    expect(isForTrials(PUBLIC + KEY)).toBe(false);
    expect(isForTrials(LOCAL + PUBLIC + KEY)).toBe(false);
    expect(isForTrials(PUBLIC + KEY, Date.UTC(2130, 0))).toBe(true);
  });

  it('is real beside what only looks like a certificate', () => {
    expect(isForTrials(certificate('MIIB'.repeat(40)) + KEY)).toBe(false);
    expect(isForTrials(KEY)).toBe(false);
  });

  it.each([
    ['# Do not use this in production.', true],
    ['# A key for tests, made by make keys', true],
    ['# Self-signed certificate', true],
    ['# The key of the production server. Do not test with it.', false],
    ['name: not-for-production', false],
  ])('is for trials if a comment before it says so: %s', (said, expected) =>
    expect(isForTrials(`${said}\n${KEY}`)).toBe(expected),
  );
});
