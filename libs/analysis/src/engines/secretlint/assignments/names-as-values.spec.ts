import { judge } from './judge';
import { writingOf } from './languages';
import { assignmentsIn } from './scan';

const all = (path: string, text: string) => {
  const writing = writingOf(path);
  return assignmentsIn(text, writing).flatMap((each) => {
    const one = judge(each, { path, writing, text, isTrial: false });
    return one ? [`${one.severity} ${one.value}`] : [];
  });
};
const judged = (path: string, text: string) => all(path, text).filter((each) => !each.startsWith('low'));

const CONTRACT = `0x${'A0b86991c6218b36c1d1'}${'9D4a2e9Eb0cE3606eB48'}`;

describe('a value that names something', () => {
  it.each([
    // Names that a cluster gives to its secrets, and to their keys.
    ['values.yaml', 'existingSecret: redis-auth-secret'],
    ['values.yaml', 'passwordSecret: my-redis-pw'],
    ['values.yaml', 'existingSecretPasswordKey: redis-password'],
    ['values.yaml', 'tlsSecret: grafana.local-tls'],
    ['values.yaml', '- secret: my-ca-1'],
    ['values.yaml', 'imagePullSecret: registry-eu-1'],
    ['values.yaml', 'keystorePasswordSecretKey: keystore-password'],
    ['values.yaml', 'existingSecretKeySecretKey: "root-password"'],
    ['values.yaml', 'initialClusterToken: "etcd-cluster-k8s"'],
    ['external.yaml', 'secretKey: db-password'],
    ['README.md', 'auth.existingSecret=all-my-secrets'],
    ['stack.ts', `const secret = 'prod-db-credentials'`],
    ['main.go', `const WebhookSecret = "webhook_signing_v1"`],
    // Keys of storage, sessions and cookies.
    ['store.ts', `const STORAGE_KEY = 'app-settings-v2'`],
    ['store.ts', `export const sessionKey = 'cart-items-v2'`],
    ['store.js', `const STORAGE_KEY = 'todos-vuejs-2.0'`],
    ['store.js', `const STORAGE_KEY = '@shop:favourites.3'`],
    ['store.ts', `const storageKey = 'sidebarWidth2023'`],
    ['session.py', `SESSION_KEY = 'django_timezone_v1'`],
    ['cookies.go', `const cookieKey = "consent_2024_05"`],
    ['cookies.ts', `const AUTH_TOKEN = 'auth:token:v1'`],
    ['client.py', `headers = {'X-Api-Key': 'x-api-key-header-1'}`],
    ['store.ts', `const TOKEN = 'myapp_token_v2'`],
    // Tokens of design and of style sheets.
    ['tokens.json', `{"token": "color-blue-500"}`],
    ['tokens.json', `{"token": "font.size.2xl"}`],
    ['tokens.ts', `{ token: 'colorBlue500' }`],
    ['a.scss', `$token: 'spacing-400-lg';`],
    ['a.css', `--token: 'shadow-2xl-dark';`],
    // Addresses, codes and texts.
    ['swap.ts', `{ token: '${CONTRACT}' }`],
    ['auth.ts', `{ email: 'auth/bad-email', password: 'auth/weak-password1' }`],
    ['auth.ts', `{ email: 'auth/bad-email', password: 'auth/too-short-2' }`],
    ['form.ts', `{ email: 'form.mail.label', password: 'form.step-2.label' }`],
    // Sentences, calls and other values.
    ['crd.yaml', 'description: |-\n  The user:\n  password defines a key of a Secret'],
    ['crd.yaml', 'description: |-\n  Only one of the user and\n  password fields.'],
    ['tool.c', `url = 1; checkpasswd("host", i, last, &config->userpwd);`],
    ['NOTES.txt', `user: a\n{{- $postgresPassword := include "common.secrets.lookup" . }}`],
    ['hints.yml', '"security.password": false,'],
    ['values.yaml', 'htpasswd: harbor:$2y$10$9L4Tc0DJbFFMB6RdSCunrOpTHdwhid4ktBJmLD00bYgqkkGOvll3m'],
  ])('is no secret in %s: %s', (path, text) => expect(judged(path, text)).toEqual([]));

  it.each([
    ['values.yaml', 'redisPassword: Zx81kq_Lm2pp', 'medium Zx81kq_Lm2pp'],
    ['values.yaml', 'password: summer-2024', 'low summer-2024'],
    ['values.yaml', 'clientSecret: wild-horse', 'low wild-horse'],
    ['values.yaml', 'password: wild-horse', 'low wild-horse'],
    ['.netrc', 'machine host login ada password horse account b', 'low horse'],
    ['application.yml', 'jwt:\n  header: a\n  secret: shop-portal-secret', 'medium shop-portal-secret'],
    ['app.ts', `session({ secret: 'keyboard-cat' })`, 'medium keyboard-cat'],
    ['settings.py', `SECRET_KEY = 'shop-secret-key-2020'`, 'medium shop-secret-key-2020'],
    ['settings.py', `SESSION_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`, 'high q8Zr4vXw2LkT9mNp6sBd'],
    ['.env', `AZURE_STORAGE_KEY=q8Zr4vXw2LkT9mNp6sBd/hJ3+gF5==`, 'medium q8Zr4vXw2LkT9mNp6sBd/hJ3+gF5=='],
    ['a.ts', `const token = 'fa4efa4e-0b1c-4d2e-8f3a-5c6d7e8f9a0b'`, 'low fa4efa4e-0b1c-4d2e-8f3a-5c6d7e8f9a0b'],
    ['a.ts', `const licenseKey = 'QX12-ZD34-KF56-GW78'`, 'medium QX12-ZD34-KF56-GW78'],
    ['A.java', `user.setPassword("b3tter-Kn0wn");`, 'medium b3tter-Kn0wn'],
    ['.env', 'NEXUS_PASSWORD=Tr0ub4dor', 'low Tr0ub4dor'],
  ])('is another than a secret in %s: %s', (path, text, expected) => expect(all(path, text)).toContain(expected));
});
