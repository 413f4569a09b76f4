import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { InvalidSetting, readSettings } from './settings';

describe('settings', () => {
  it('lets an option win over the environment, and the environment over the default, and says which it was', () => {
    const settings = readSettings({ PORT: '4000', HOST: '0.0.0.0' }, { PORT: '5000' });
    expect(settings).toMatchObject({ port: 5000, host: '0.0.0.0', rateLimit: 600 });
    const sources = Object.fromEntries(settings.listed.map(({ name, source }) => [name, source]));
    expect(sources).toMatchObject({ PORT: 'option', HOST: 'environment', ASSAY_RATE_LIMIT: 'default' });
  });

  it('reads every setting of the table', () => {
    const source = readFileSync(join(__dirname, 'settings.ts'), 'utf8');
    const names = readSettings({}).listed.map(({ name }) => name);
    expect(names.filter((name) => !new RegExp(`(valueOf|unlessOff)\\('${name}'\\)`).test(source))).toEqual([]);
  });

  it('keeps the embedded stores in the data directory', () =>
    expect(readSettings({ ASSAY_DATA_DIR: '/var/lib/assay' })).toMatchObject({
      eventStoreUrl: 'sqlite:/var/lib/assay/events.db',
      readModelUrl: 'sqlite:/var/lib/assay/read-models.db',
    }));

  it('takes several directory roots, separated as in PATH', () =>
    expect(readSettings({ ASSAY_DIRECTORY_ROOTS: ['/srv', '/home/code'].join(delimiter) }).directoryRoots).toEqual([
      { path: '/srv', serves: 'only' },
      { path: '/home/code', serves: 'only' },
    ]));

  it('refuses directory roots that name neither organizations nor a path', () =>
    expect(() => readSettings({ ASSAY_DIRECTORY_ROOTS: 'code=/srv' })).toThrow(InvalidSetting));

  it('gives each processor an engine slot and one more, unless told otherwise', () => {
    expect(readSettings({}, {}, 8).engineSlots).toBe(9);
    expect(readSettings({ ASSAY_ENGINE_SLOTS: '3' }, {}, 8).engineSlots).toBe(3);
  });

  it('knows no service of its own to fetch targets from', () => {
    expect(readSettings({})).toMatchObject({
      allowedTargets: undefined,
      sources: { hosta: undefined, hostb: undefined, pkgreg: undefined, container: undefined },
    });
    expect(
      readSettings({ ASSAY_HOSTB_URL: 'https://code.example/git', ASSAY_ALLOWED_TARGETS: '10.0.0.0/8' }),
    ).toMatchObject({ allowedTargets: '10.0.0.0/8', sources: { hostb: 'https://code.example/git' } });
  });

  it('bounds what a target and an upload may be', () =>
    expect(
      readSettings({
        ASSAY_DATA_DIR: '/var/lib/assay',
        ASSAY_TARGET_MB: '3',
        ASSAY_UPLOAD_MB: '2',
        ASSAY_UPLOAD_HOURS: '1',
      }),
    ).toMatchObject({
      targetLimits: { bytes: 3_145_728, files: 500_000, depth: 64, time: 600_000 },
      uploadDir: '/var/lib/assay/uploads',
      maxUpload: 2_097_152,
      uploadKept: 3_600_000,
    }));

  it('lists no password', () => {
    const { eventStoreUrl, listed } = readSettings({
      ASSAY_EVENT_STORE_URL: 'esdb://assay:p@ss:w0rd@node1:2113,node2:2113?tls=true',
      ASSAY_READ_MODEL_URL: 'mongodb://localhost/assay',
    });
    expect(eventStoreUrl).toContain('p@ss:w0rd');
    expect(listed.find(({ name }) => name === 'ASSAY_EVENT_STORE_URL')?.value).toBe(
      'esdb://assay:***@node1:2113,node2:2113?tls=true',
    );
    expect(listed.find(({ name }) => name === 'ASSAY_READ_MODEL_URL')?.value).toBe('mongodb://localhost/assay');
    expect(() => readSettings({ ASSAY_EVENT_STORE_URL: 'oracle://me:secret@host' })).not.toThrow(/secret/);
  });

  it.each([
    ['ASSAY_SECRET_KEY', 'ab'.repeat(32)],
    ['ASSAY_HOSTA_TOKEN', 'tkn_5ecret'],
    ['ASSAY_HOSTB_TOKEN', 'tkn_5ecret'],
  ])('shows %s to nobody, also not where it is wrong', (name, value) => {
    const valueOf = (environment: Record<string, string>) =>
      readSettings(environment).listed.find((setting) => setting.name === name)?.value;
    expect([valueOf({}), valueOf({ [name]: value })]).toEqual(['off', '***']);
    expect(() => readSettings({ [name]: `${value} x` })).toThrow(/^\w+ must be [^(]+, or off \(it is "\*\*\*"\)$/);
  });

  it('takes keys of 32 bytes in hex, base64 and base64url, the first to encrypt with and old ones behind it', () => {
    const keys = [Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xfb), Buffer.alloc(32, 0xfe)] as const;
    const { secrets } = readSettings({
      ASSAY_DATA_DIR: '/var/lib/assay',
      ASSAY_SECRET_KEY: [keys[0].toString('hex'), keys[1].toString('base64'), keys[2].toString('base64url')].join(', '),
    });
    expect(secrets).toEqual({ folder: '/var/lib/assay/secrets', keyFile: '/var/lib/assay/secret.key', keys });
    expect(readSettings({}).secrets.keys).toEqual([]);
  });

  it.each(['', 'short', 'ab'.repeat(31), `${'A'.repeat(42)}B`, `${'ab'.repeat(32)},`, `${'ab'.repeat(32)},short`])(
    'takes "%s" for no key',
    (key) =>
      expect(() => readSettings({ ASSAY_SECRET_KEY: key || ' ' })).toThrow(
        /^ASSAY_SECRET_KEY must be keys of 32 bytes/,
      ),
  );

  it('looks for a browser, takes the one that it is given, or does without', () => {
    expect(
      [{}, { ASSAY_CHROMIUM: '/opt/chromium' }, { ASSAY_CHROMIUM: 'off' }].map(
        (environment) => readSettings(environment).chromium,
      ),
    ).toEqual([undefined, '/opt/chromium', 'off']);
    expect(() => readSettings({ ASSAY_CHROMIUM: 'chromium' })).toThrow(
      'ASSAY_CHROMIUM must be an absolute path, auto or off',
    );
  });

  it('gives a process every role, unless told otherwise', () => {
    expect([...readSettings({}).roles]).toEqual(['api', 'projector', 'worker']);
    expect([...readSettings({ ASSAY_ROLES: 'projector, worker' }).roles]).toEqual(['projector', 'worker']);
  });

  it.each([
    ['PORT', 'many', 'PORT must be a whole number from 0 to 65535 (it is "many")'],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535 (it is "70000")'],
    [
      'ASSAY_EVENT_STORE_URL',
      'oracle:x',
      'ASSAY_EVENT_STORE_URL must begin with ' +
        'sqlite: or esdb: or esdb+discover: or kurrentdb: or kurrentdb+discover: (it is "oracle:x")',
    ],
    [
      'ASSAY_ORCHESTRATOR',
      'temporal:here',
      'ASSAY_ORCHESTRATOR must be embedded or temporal://<host>:<port>/<namespace> (it is "temporal:here")',
    ],
    [
      'ASSAY_ROLES',
      'api,cook',
      'ASSAY_ROLES must be a list of api, projector, worker, separated by commas (it is "api,cook")',
    ],
    ['ASSAY_ADMIN_PORT', 'no', 'ASSAY_ADMIN_PORT must be a whole number from 0 to 65535, or off (it is "no")'],
    [
      'ASSAY_PKGREG_URL',
      'registry',
      'ASSAY_PKGREG_URL must be an http:// or https:// address without a query, or off (it is "registry")',
    ],
    [
      'ASSAY_HOSTA_URL',
      'https://me@host',
      'ASSAY_HOSTA_URL must be an address without a user name or a password, or off (it is "https://me@host")',
    ],
    ['ASSAY_HEARTBEAT_MS', '60000', 'ASSAY_HEARTBEAT_MS must be a whole number from 100 to 15000 (it is "60000")'],
  ])('refuses %s=%s and says what it must be', (name, value, message) =>
    expect(() => readSettings({ [name]: value })).toThrow(
      new InvalidSetting(name, value, message.slice(name.length + 1, message.indexOf(' ('))),
    ),
  );
});
