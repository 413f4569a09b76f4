import { exampleOf } from '../../../../test/secret-examples';
import { SECRET_FORMATS } from '../../../catalogue/secret-formats';
import { FormatSearch, NamedFormats } from './format-search';

const anchored = SECRET_FORMATS.filter(({ named }) => named === undefined);
const named = SECRET_FORMATS.filter((format) => format.named !== undefined);

const search = new FormatSearch(SECRET_FORMATS);
const found = (text: string) => search.search(text).map(({ format, value }) => ({ id: format.id, value }));

describe('the formats of credentials', () => {
  it('are at least two hundred, each with an id of its own', () => {
    expect(SECRET_FORMATS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(SECRET_FORMATS.map(({ id }) => id)).size).toBe(SECRET_FORMATS.length);
    for (const { id } of SECRET_FORMATS) expect(id).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  });

  it.each(anchored.map((format) => [format.id, format] as const))('knows a made-up %s', (id, format) => {
    const value = exampleOf(format);
    const near = format.near?.[0] ?? '';
    expect(found(`# ${near}\nkey: "${value}"\n`)).toContainEqual({ id, value });
    expect(found(`${near} ${value}`).map((each) => each.id)).toContain(id);
    // A text that is cut off is no secret.
    expect(found(`key: "${value.slice(0, -12)}"`).filter((each) => each.id === id && each.value === value)).toEqual([]);
  });

  it.each(named.map((format) => [format.id, format] as const))('knows a made-up %s by its name', (id, format) => {
    const value = exampleOf(format);
    const formats = new NamedFormats([format]);
    for (const name of format.named!) expect(formats.formatOf(`my${name}`, value)?.id).toBe(id);
    expect(formats.formatOf('somethingelse9', value)).toBeUndefined();
    expect(formats.formatOf(`my${format.named![0]}`, `${value}~~`)).toBeUndefined();
  });

  it('leaves what stands within data, such as a picture in Base64', () => {
    const format = SECRET_FORMATS.find(({ id }) => id === 'instagram-token')!;
    const value = exampleOf(format);
    const letters = 'qT7/Zb4+Xw2R'.repeat(20);
    expect(found(`data:image/png;base64,${letters}/${value}`)).toEqual([]);
    expect(found(`data:image/png;base64,${letters}== ${value}`)).toContainEqual({ id: format.id, value });
  });

  it('leaves what stands for a credential', () => {
    expect(found(`id = AKIA${'IOSFODNN7EXAMPLE'}`)).toEqual([]);
    expect(found(`token = nfp_${'x'.repeat(40)}`)).toEqual([]);
    expect(found(`token = rdme_${'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2).slice(0, 70)}`)).toEqual([]);
  });

  /** A text of somebody's program or settings that begins like a provider's credential. */
  it.each([
    'int fw_downloadFirmwareVersion(void);',
    'void fw_updateChecksumOfBlock2(struct fw *);',
    'static int rnd_generateUniformDistributionOf3(void)',
    'x = tfp_distributions_multivariate_normal_diag_plus(x)',
    'from jina_embeddings_v2_base_english_with_onnx_runtime_and_float16_cpu import x',
    'dbtc_models_staging_orders_v2_daily_snapshots',
    'ser.writeNumberArrayToJson(x)',
    'this.ser.serializeSortedKeyValues()',
    'xai-explainable-models-for-tabular-data-and-images-with-shap-and-lime-in-python-38',
    'pa-button-primary-large-with-icon-left-only2-xl',
    'func api_org_getOrganizationMembersByNameAndId()',
    'const glagent-kubernetes-cluster-agent-config-map-v2-with-namespac',
    `sl.${'section-header_title-row_first-cell_'.repeat(4).slice(0, 140)}`,
    `pina_${'COLADA_RECIPE_'.repeat(5).slice(0, 64)}`,
    'bucket: prod-api-3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'image: sdk-3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'requestId=api-3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    `-H "Authorization: Bearer ${[
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
      'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ',
      'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    ].join('.')}"`,
  ])('take no name for a credential: %s', (text) => expect(found(text)).toEqual([]));

  it.each([
    ['linkedinclientsecret', 'clientSecretHere'],
    ['linkedinclientsecret', 'linkedInSecretId'],
    ['vonageapisecret', 'vonageSecretName'],
    ['cohereapikey', 'cohere_api_key_of_the_production_account'],
    ['fastlyapitoken', 'fastly-service-token-for-staging'],
    ['razorpaysecret', 'razorpayKeySecretFromEnv'],
    ['nexuspassword', 'mypassword'],
    ['artifactorypassword', 'changeit'],
  ])('take no words for the credential that %s promises: %s', (name, value) =>
    expect(new NamedFormats(SECRET_FORMATS).formatOf(name, value)).toBeUndefined(),
  );

  it('take a private key for one of WireGuard only in a file that is about it', () => {
    const value = exampleOf(SECRET_FORMATS.find(({ id }) => id === 'wireguard-key')!);
    const idIn = (file: string) => new NamedFormats(SECRET_FORMATS).formatOf('privatekey', value, file)?.id;
    expect(idIn('etc/wg0.conf\n')).toBe('wireguard-key');
    expect(idIn(`peer.conf\n[Interface]\nPrivateKey = ${value}`)).toBe('wireguard-key');
    expect(idIn(`keypair.json\n{"algorithm": "X25519", "private_key": "${value}"}`)).toBeUndefined();
  });

  it.each(['// LaunchDarkly\nnew Client("', 'LD_SDK_KEY="', 'LDClient.init("'])(
    'know the key of LaunchDarkly after %j',
    (before) =>
      expect(found(`${before}sdk-3f2504e0-4f89-41d3-9a0c-0305e82c3301"`)).toMatchObject([
        { id: 'launchdarkly-sdk-key' },
      ]),
  );

  it('know all but a few of the values that a program makes', () => {
    const byName = new NamedFormats(named);
    const missed = SECRET_FORMATS.flatMap((format) =>
      Array.from({ length: 20 }, (_, at) => exampleOf({ ...format, id: `${format.id}/${at}` })).filter((value) =>
        format.named === undefined
          ? !found(`${format.near?.[0] ?? ''} "${value}"`).some((each) => each.value === value)
          : byName.formatOf(format.named[0]!, value) === undefined,
      ),
    );
    expect(missed.length / (SECRET_FORMATS.length * 20)).toBeLessThan(0.001);
  });

  it('leaves a value that its checksum contradicts', () => {
    for (const format of anchored.filter(({ checksum }) => checksum !== undefined)) {
      const value = exampleOf(format);
      const last = value.at(-1)!;
      const other = last === last.toUpperCase() ? 'Q' : 'q';
      expect(found(value.slice(0, -1) + (last === other ? 'Z' : other)).filter(({ id }) => id === format.id)).toEqual(
        [],
      );
    }
  });

  /** Texts made to cost most: anchors side by side, and beginnings of credentials that never end. */
  const hostile: readonly (readonly [string, string])[] = [
    ['anchors', anchored.map(({ anchor, shape }) => anchor ?? shape.slice(0, 4)).join('')],
    ['beginnings', anchored.map((format) => exampleOf(format).slice(0, -2)).join('~')],
    ['one beginning', 'eyJ'],
    ['a beginning and its run', `eyJ${'a'.repeat(600)}.eyJ`],
    ['dots', 'dp.st.'],
  ];

  it.each(hostile)('takes work that grows as the text does, for %s', (_, part) => {
    const steps = (times: number) => {
      const fresh = new FormatSearch(SECRET_FORMATS);
      fresh.search(part.repeat(times));
      return fresh.steps;
    };
    const [one, two] = [steps(20), steps(40)];
    expect(two).toBeLessThanOrEqual(2.1 * one + 10_000);
    expect(one).toBeLessThan(part.length * 20 * 20_000);
  });
});
