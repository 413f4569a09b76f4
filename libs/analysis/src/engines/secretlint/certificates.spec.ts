import { X509Certificate, createPrivateKey } from 'node:crypto';
import { keysForTrialsIn } from './certificates';

const [BEGIN, END] = ['BEGIN', 'END'].map((mark) => `-----${mark} PRIVATE ${'KEY'}-----`);
const folded = (body: string): string => body.replace(/.{64}/g, '$&\n');
const certificate = (body: string): string =>
  `-----BEGIN CERTIFICATE-----\n${folded(body)}\n-----END CERTIFICATE-----\n`;
const BODY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9M1NNkJAIOuY5pMrTZ7HOMvLL5cA7f1oafR//zFHToehRANCAATv' +
  'OfrIUF9KqukdfrYFyxXmVM5dpINICsBxrFSwRk1pLFDiw1wSfIBy3uQPMjbu0Tbof0m1sg9ZlVQc9+MCNwEp';
const KEY = `${BEGIN}\n${folded(BODY)}\n${END}\n`;
/** Of this key: for `localhost`, for a name of the internet, and of an authority named `localhost`, until 2126. */
const LOCAL = certificate(
  'MIIBkTCCATigAwIBAgIUZ1p/Z3hfNYxe9jiHaulRVJYpQvQwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2' +
    'MTEyNzAyNDg1NloYDzIxMjYxMTAzMDI0ODU2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
    'AATvOfrIUF9KqukdfrYFyxXmVM5dpINICsBxrFSwRk1pLFDiw1wSfIBy3uQPMjbu0Tbof0m1sg9ZlVQc9+MCNwEpo2YwZDAdBgNV' +
    'HQ4EFgQUT4rZcRLAlxPwu+zBSqBMxarkt/QwHwYDVR0jBBgwFoAUT4rZcRLAlxPwu+zBSqBMxarkt/QwFAYDVR0RBA0wC4IJbG9j' +
    'YWxob3N0MAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDRwAwRAIgGdfMjW4AtB/gbuzi41Nd5CtnSE6x7GTfKt8MnFZZ9fwCIAU4' +
    'N1r4dopEYgT+etChMD5lF3R1HZDT9097Vq5DYViN',
);
const PUBLIC = certificate(
  'MIIBrzCCAVagAwIBAgIUHMpkROjmsOfdm/abUQpf4YI6XlkwCgYIKoZIzj0EAwIwHjEcMBoGA1UEAwwTc2hvcC5hY21lLWNsb3Vk' +
    'LmNvbTAgFw0yNjExMjcwMjQ4NTZaGA8yMTI2MTEwMzAyNDg1NlowHjEcMBoGA1UEAwwTc2hvcC5hY21lLWNsb3VkLmNvbTBZMBMG' +
    'ByqGSM49AgEGCCqGSM49AwEHA0IABO85+shQX0qq6R1+tgXLFeZUzl2kg0gKwHGsVLBGTWksUOLDXBJ8gHLe5A8yNu7RNuh/SbWy' +
    'D1mVVBz34wI3ASmjcDBuMB0GA1UdDgQWBBRPitlxEsCXE/C77MFKoEzFquS39DAfBgNVHSMEGDAWgBRPitlxEsCXE/C77MFKoEzF' +
    'quS39DAeBgNVHREEFzAVghNzaG9wLmFjbWUtY2xvdWQuY29tMAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDRwAwRAIgKrtrIWFn' +
    'OV1hGiizUkj4k4uiDE/8pt9pISXnGVnozc0CIAVzEuJcbsTzZMQQgzMljPQQa3dpyDbyT1Sul2B5Xwzo',
);
const AUTHORITY = certificate(
  'MIIBljCCATugAwIBAgIUGfGdJkR/KlcxWU0ExbZK7dLCArkwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2' +
    'MTEyNzAyNDg1NloYDzIxMjYxMTAzMDI0ODU2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
    'AATvOfrIUF9KqukdfrYFyxXmVM5dpINICsBxrFSwRk1pLFDiw1wSfIBy3uQPMjbu0Tbof0m1sg9ZlVQc9+MCNwEpo2kwZzAdBgNV' +
    'HQ4EFgQUT4rZcRLAlxPwu+zBSqBMxarkt/QwHwYDVR0jBBgwFoAUT4rZcRLAlxPwu+zBSqBMxarkt/QwFAYDVR0RBA0wC4IJbG9j' +
    'YWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAPH2DARiDxIuTQ+ESA33sxH85p2Z1pMcRZ+q+OyI+vCe' +
    'AiEAgffX7Fq8UEe5ah5yLUoMBbakkiSzAfiYDH7sSDFvHog=',
);
/** For all hosts of `shop.local`. It says that it is of an authority, as OpenSSL has it without options. */
const WILDCARD = certificate(
  'MIIBhDCCASugAwIBAgIUbMDvR8Yrc8UJE+BL21WmzfwTnNswCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMKi5zaG9wLmxvY2FsMCAX' +
    'DTI2MTEyODAyNDA0MFoYDzIxMjYxMTA0MDI0MDQwWjAXMRUwEwYDVQQDDAwqLnNob3AubG9jYWwwWTATBgcqhkjOPQIBBggqhkjO' +
    'PQMBBwNCAATvOfrIUF9KqukdfrYFyxXmVM5dpINICsBxrFSwRk1pLFDiw1wSfIBy3uQPMjbu0Tbof0m1sg9ZlVQc9+MCNwEpo1Mw' +
    'UTAdBgNVHQ4EFgQUT4rZcRLAlxPwu+zBSqBMxarkt/QwHwYDVR0jBBgwFoAUT4rZcRLAlxPwu+zBSqBMxarkt/QwDwYDVR0TAQH/' +
    'BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBg7/KekP9buhF/Ti2c/V7gFcMFrtOMc1XxNYwSN+Ui5QIgBvo0NH9SRq4vS2ZYmmnu' +
    'aGS+NYQiKw27++nQ8QtcsMc=',
);
/** Made without an answer to any question of OpenSSL: it has no name. */
const UNANSWERED = certificate(
  'MIIB4DCCAYegAwIBAgIUTVK5LNQuWWkqORo+TUo5aeeFdEowCgYIKoZIzj0EAwIwRTELMAkGA1UEBhMCQVUxEzARBgNVBAgMClNvbWUt' +
    'U3RhdGUxITAfBgNVBAoMGEludGVybmV0IFdpZGdpdHMgUHR5IEx0ZDAgFw0yNjExMjgxODExMzNaGA8yMTI2MTEwNDE4MTEzM1owRTEL' +
    'MAkGA1UEBhMCQVUxEzARBgNVBAgMClNvbWUtU3RhdGUxITAfBgNVBAoMGEludGVybmV0IFdpZGdpdHMgUHR5IEx0ZDBZMBMGByqGSM49' +
    'AgEGCCqGSM49AwEHA0IABO85+shQX0qq6R1+tgXLFeZUzl2kg0gKwHGsVLBGTWksUOLDXBJ8gHLe5A8yNu7RNuh/SbWyD1mVVBz34wI3' +
    'ASmjUzBRMB0GA1UdDgQWBBRPitlxEsCXE/C77MFKoEzFquS39DAfBgNVHSMEGDAWgBRPitlxEsCXE/C77MFKoEzFquS39DAPBgNVHRMB' +
    'Af8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIAu3mMnpOtIoX8RFCrmWN5K4IB6Uej7EUMzHAY9p7LoWAiAx8cGqIwGmbZ4MVOaTP7Nk' +
    'fNyZWXng+GFUqKMH49iUyg==',
);
/** For a name of the internet and for `localhost`, signed by its own key. */
const LOCAL_TOO = certificate(
  'MIIBnTCCAUOgAwIBAgIUP8EENw9Q51EFnQ6LRV2QKhf9+uAwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEU2hvcDAgFw0yNjExMjgwOTQ4' +
    'MzhaGA8yMTI2MTEwNDA5NDgzOFowDzENMAsGA1UEAwwEU2hvcDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABO85+shQX0qq6R1+tgXL' +
    'FeZUzl2kg0gKwHGsVLBGTWksUOLDXBJ8gHLe5A8yNu7RNuh/SbWyD1mVVBz34wI3ASmjezB5MB0GA1UdDgQWBBRPitlxEsCXE/C77MFK' +
    'oEzFquS39DAfBgNVHSMEGDAWgBRPitlxEsCXE/C77MFKoEzFquS39DApBgNVHREEIjAgghNzaG9wLmFjbWUtY2xvdWQuY29tgglsb2Nh' +
    'bGhvc3QwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNIADBFAiAtZKzozQ/cnM2MXKl4iduQTw2eDkNwlHpvDzfYRuw2DgIhAJmf7RGV' +
    '9TZFid88k7mPz3EAhNqUbTQYEWDddpPdA2eI',
);
/** For a name of the internet, of another key. */
const OF_ANOTHER = certificate(
  'MIIBjjCCATOgAwIBAgIUG+lc0TEBP4txS4PhIRhwEaJrQWcwCgYIKoZIzj0EAwIwHjEcMBoGA1UEAwwTc2hvcC5hY21lLWNsb3Vk' +
    'LmNvbTAgFw0yNjExMjcwMTM3MjhaGA8yMTI2MTEwMzAxMzcyOFowHjEcMBoGA1UEAwwTc2hvcC5hY21lLWNsb3VkLmNvbTBZMBMG' +
    'ByqGSM49AgEGCCqGSM49AwEHA0IABMAYRFEaiufgy+c2o7tfsMi3DdkAG6qhvhZgy7n5GwHi+Zfzl2EsWiZSsul2iUjo9sFWraiB' +
    'UxWITeN5LZANN9mjTTBLMB0GA1UdDgQWBBTTzqGe6YwaMS/pByeSbeXJsh97YjAfBgNVHSMEGDAWgBTTzqGe6YwaMS/pByeSbeXJ' +
    'sh97YjAJBgNVHRMEAjAAMAoGCCqGSM49BAMCA0kAMEYCIQD/X54NA68+Pgp77IhqsLRpoc9IcpM3WUr52TPl8LUKtQIhAMzZ1/u9' +
    'xp5+pgh+VrlB0AonMNYtqbP6++eOa6THM9Lb',
);
const LOCAL_OF_ANOTHER = certificate(
  'MIIBejCCAR+gAwIBAgIUMWnGsscZc7M6NI6Zgw0iK1j2tvEwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2' +
    'MTEyNzAxMzcyOFoYDzIxMjYxMTAzMDEzNzI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
    'AATAGERRGorn4MvnNqO7X7DItw3ZABuqob4WYMu5+RsB4vmX85dhLFomUrLpdolI6PbBVq2ogVMViE3jeS2QDTfZo00wSzAdBgNV' +
    'HQ4EFgQU086hnumMGjEv6Qcnkm3lybIfe2IwHwYDVR0jBBgwFoAU086hnumMGjEv6Qcnkm3lybIfe2IwCQYDVR0TBAIwADAKBggq' +
    'hkjOPQQDAgNJADBGAiEA5VdKlR6dBKTRKi2Wf5hhuTXHa2/q+w4Q66BKVZF7sHoCIQDQ6RH+5vg4gdcuOyFuHJc3lodIwRM1Gspu' +
    'L09SegUZZA==',
);

const whyForTrials = (text: string): string | undefined =>
  keysForTrialsIn(text)(text.search(/-----BEGIN [A-Z ]*PRIVATE/), text.trimEnd().replace(/"$/, '').length);
const BY_CERTIFICATE = 'its certificate is for no name, or for local and test names only';
const BY_COMMENT = 'a comment before it says so';

describe('a private key', () => {
  it('is for trials beside its certificate of the own machine, indented or in one line too', () => {
    expect(whyForTrials(LOCAL + KEY)).toBe(BY_CERTIFICATE);
    const indented = `tls.crt: |\n${LOCAL.replace(/^(?=.)/gm, '  ')}tls.key: |\n${KEY.replace(/^(?=.)/gm, '  ')}`;
    expect(whyForTrials(indented)).toBe(BY_CERTIFICATE);
    expect(whyForTrials(`${LOCAL}key = "${KEY.replaceAll('\n', '\\n')}"`)).toBe(BY_CERTIFICATE);
  });

  it('is for trials if its certificate lies in a file beside it', () =>
    expect(keysForTrialsIn(KEY, () => LOCAL)(0, KEY.length)).toBe(BY_CERTIFICATE));

  it('is for trials if nobody else can have signed its certificate, for the own machine too', () =>
    expect(whyForTrials(LOCAL_TOO + KEY)).toBe(BY_CERTIFICATE));

  it('knows a certificate for which OpenSSL got no answers', () =>
    expect(whyForTrials(UNANSWERED + KEY)).toBe(BY_CERTIFICATE));

  it('is real beside its certificate of the internet', () => {
    expect(whyForTrials(PUBLIC + KEY)).toBeUndefined();
    expect(whyForTrials(LOCAL + PUBLIC + KEY)).toBeUndefined();
  });

  it('is judged by its own certificates alone', () => {
    expect(whyForTrials(LOCAL_OF_ANOTHER + KEY)).toBeUndefined();
    expect(whyForTrials(OF_ANOTHER + LOCAL + KEY)).toBe(BY_CERTIFICATE);
  });

  it('of an authority is real, whatever names that has, unless these are of hosts', () => {
    expect(whyForTrials(AUTHORITY + KEY)).toBeUndefined();
    expect(whyForTrials(WILDCARD + KEY)).toBe(BY_CERTIFICATE);
  });

  it('is real however old its certificate is', () => {
    jest.useFakeTimers({ now: Date.UTC(2130, 0) });
    expect(whyForTrials(PUBLIC + KEY)).toBeUndefined();
    jest.useRealTimers();
  });

  it('that nobody can read proves nothing', () => {
    expect(whyForTrials(LOCAL + KEY.replace(BODY.slice(0, 40), 'MIIB'))).toBeUndefined();
    const encrypted = createPrivateKey(KEY).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'a',
    });
    expect(whyForTrials(LOCAL + encrypted.toString())).toBeUndefined();
  });

  it('is real beside what only looks like a certificate', () => {
    expect(whyForTrials(certificate('MIIB'.repeat(40)) + KEY)).toBeUndefined();
    expect(whyForTrials(KEY)).toBeUndefined();
  });

  it.each([
    ['# Do not use this in production.', BY_COMMENT],
    ['# A key for tests, made by make keys', BY_COMMENT],
    ['# A key for tests\ntls:\n  key: |', BY_COMMENT],
    ['# Self-signed certificate', undefined],
    ['# Insecure ciphers are off.', undefined],
    ['# The key of the production server. Do not test with it.', undefined],
    ['name: not-for-production', undefined],
    [`# A key for tests${'\na: 1'.repeat(8)}`, undefined],
    [`# A key for tests\n-----END ${'X'}-----`, undefined],
  ])('is for trials if a comment right before it says so: %s', (said, expected) =>
    expect(whyForTrials(`${said}\n${KEY}`)).toBe(expected),
  );

  it('is compared with few certificates, which are read once for all keys of a text', () => {
    const checked = jest.spyOn(X509Certificate.prototype, 'checkPrivateKey');
    const matched = jest.spyOn(String.prototype, 'matchAll');
    const text = PUBLIC.repeat(30) + KEY;
    const why = keysForTrialsIn(text);
    const [start, end] = [text.indexOf(BEGIN!), text.length];
    expect([why(start, end), why(start, end), why(start, end)]).toEqual([undefined, undefined, undefined]);
    const [checks, searches] = [checked.mock.calls.length, matched.mock.calls.length];
    checked.mockRestore();
    matched.mockRestore();
    expect([checks, searches]).toEqual([24, 1]);
  });
});
