import { judge } from './judge';
import { writingOf } from './languages';
import { assignmentsIn } from './scan';

const judged = (path: string, text: string, isTrial = false) => {
  const writing = writingOf(path);
  return assignmentsIn(text, writing).flatMap((each) => {
    const one = judge(each, { path, writing, text, isTrial });
    return one ? [`${one.severity} ${one.rule}`] : [];
  });
};

describe('an assigned value', () => {
  it.each([
    ['a.ts', `const password = 'Tr0ub4dor';`, 'low assigned-password'],
    ['a.ts', `const apiKey = 'q8Zr4vXw2LkT9mNp6sBd';`, 'medium assigned-secret'],
    ['a.ts', `const token = 'fa4efa4e0b1c4d2e8f3a5c6d7e8f9a0b';`, 'medium assigned-secret'],
    ['a.ts', `{ user: 'root', password: 'horse' }`, 'low assigned-password'],
    ['a.ts', `app.use(session({ secret: 'keyboard cat' }))`, 'medium assigned-secret'],
    ['a.yml', 'MYSQL_ROOT_PASSWORD: root', 'low assigned-password'],
    ['a.yml', 'password: 123456', 'low assigned-password'],
    ['settings.py', `SECRET_KEY = 'django-insecure-8x#k2+z!q@w7r^m4'`, 'medium assigned-secret'],
    ['a.properties', 'spring.datasource.password=${DB_PASS:horse}', 'low assigned-password'],
    // Made as policies ask, though of words that stand for a password.
    ['a.ts', `const password = 'Password$123';`, 'low assigned-password'],
    ['a.yml', 'SA_PASSWORD: yourStrong(!)Passw0rd', 'low assigned-password'],
    ['a.ts', `options.add('password: "Admin12345"');`, 'low assigned-password'],
    ['a.py', `payload = {"password": "maple gravel window tandem"}`, 'low assigned-password'],
    ['users.yml', `- email: ada\n  password: 'uss orville'`, 'low assigned-password'],
    ['a.ts', `login({ email: 'ada@shop.org', password: 'Mr. Sn0wman' })`, 'low assigned-password'],
    // Words that are used, and stand for nothing.
    ['a.env', 'DB_PASSWORD=mysecretpassword', 'low assigned-password'],
    ['a.env', 'ADMIN_PASSWORD=admin123', 'low assigned-password'],
    ['a.env', 'DB_HOST=db.shop-cloud.com\nDB_PASSWORD=devops123', 'medium assigned-password'],
    ['a.env', 'DB_HOST=db.shop-cloud.com\nDB_PASSWORD=xkqjzvbnwp4821', 'high assigned-password'],
    ['a.py', `user.name = "admin"\nuser.password = "admin"`, 'low assigned-password'],
    ['A.java', `if (password.equals("x")) return; user.setPassword("b3tter-Kn0wn");`, 'medium assigned-password'],
  ])('is a secret in %s: %s', (path, text, expected) => expect(judged(path, text)).toContain(expected));

  it('is a mark of translators among the words of a language', () => {
    const line = `<?php return ['password' => 'crwdns4127:0crwdne4127:0'];`;
    expect(judged('resources/lang/en-UD/shop.php', line)).toEqual([]);
    expect(judged('config/shop.php', line)).toEqual(['medium assigned-password']);
  });

  it('is less severe as the purpose of a protector', () => {
    const key = 'private const string ApplicationKey = "Kq9x2Lw7Vb3nRt5Yz8mPc4HdJf6Gs1QaWe0UiOxBvNk=";\n';
    const taken = (call: string) => judged('A.cs', `${key}A() { ${call} }`);
    expect(taken('var purpose = other ?? ApplicationKey; p = provider.CreateProtector(purpose);')).toEqual([
      'low assigned-secret',
    ]);
    expect(taken('p = provider.CreateProtector("a"); h = new HMACSHA256(ApplicationKey);')).toEqual([
      'medium assigned-secret',
    ]);
  });

  it('is less severe in the unit tests of a file of Rust', () => {
    const line = `const API_KEY: &str = "q8Zr4vXw2LkT9mNp6sBd";\n`;
    expect(judged('a.rs', `${line}#[cfg(test)]\nmod tests {\n${line}}\n`)).toEqual([
      'medium assigned-secret',
      'info assigned-secret',
    ]);
    expect(judged('a.rs', `#[cfg(test)]\nuse tests;\n${line}`)).toEqual(['medium assigned-secret']);
  });

  it.each([
    // A host that strangers reach makes a password worth a look, unless it is what examples have.
    ['a.ts', `{ host: 'db.shop-cloud.com', password: 'Tr0ub4dor' }`, 'high assigned-password'],
    ['a.ts', `{ host: 'db.shop-cloud.com', password: 'horse' }`, 'low assigned-password'],
    ['a.ts', `{ host: 'localhost', password: 'Tr0ub4dor' }`, 'low assigned-password'],
    ['appsettings.json', `"Db": "Server=sql,1433;User Id=sa;Password=Tr0ub4dor;"`, 'low assigned-password'],
    ['a.ts', `const password = 'q8Zr4vXw2LkT9mNp6sBd';`, 'medium assigned-password'],
    ['docker-compose.yml', 'DB_PASSWORD: q8Zr4vXw2LkT9mNp6sBd', 'low assigned-password'],
    // Keys that sign are worth most, above all as the fallback of a program.
    ['app.php', `'key' => env('APP_KEY', 'q8Zr4vXw2LkT9mNp6sBd'),`, 'high assigned-secret'],
    ['A.cs', `const string JWT_SECRET_KEY = "SecretKeyOfAWholeShop";`, 'medium assigned-secret'],
    ['a.ts', `const secret = process.env.JWT_SECRET || 'wild-horses-run';`, 'medium assigned-secret'],
    ['settings/base.py', `SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`, 'low assigned-secret'],
    ['settings/production.py', `SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`, 'high assigned-secret'],
    // Who starts a composition has it on a machine of his own, or copies it.
    [
      'key.json',
      '{"environment": "local", "private_key": "aKx7cJ1QI05oZqyLqvp66Wt3eVRD5MJFhd93iSBKYnEU="}',
      'info assigned-secret',
    ],
    [
      'key.json',
      '{"environment": "live", "private_key": "aKx7cJ1QI05oZqyLqvp66Wt3eVRD5MJFhd93iSBKYnEU="}',
      'high assigned-secret',
    ],
    [
      'app/config.py',
      'class Development(Config):\n    SECRET_KEY = "5YNWU0epN5ZyaSZvBd5uZbsZlrVDFeOjiea6dq4zQ"',
      'info assigned-secret',
    ],
    [
      'app/config.py',
      'class Live(Config):\n    SECRET_KEY = "5YNWU0epN5ZyaSZvBd5uZbsZlrVDFeOjiea6dq4zQ"',
      'high assigned-secret',
    ],
    ['index.tsx', 'datadogRum.init({ clientToken: "pubaa5878fabb0309c23c99df19ef5cc1c0" })', 'low assigned-secret'],
    ['compose.yaml', '- INFLUXDB_INIT_ADMIN_TOKEN=q8Zr4vXw2LkT9mNp6sBd', 'low assigned-secret'],
    ['compose.yaml', '- SECRET_KEY_BASE=q8Zr4vXw2LkT9mNp6sBd\n- PHX_HOST=localhost', 'low assigned-secret'],
    ['compose.yaml', '- SECRET_KEY_BASE=q8Zr4vXw2LkT9mNp6sBd\n- PHX_HOST=shop.com', 'medium assigned-secret'],
    // Keys that pages show anyway.
    ['a.ts', `const algoliaApiKey = 'q8Zr4vXw2LkT9mNp6sBd';`, 'low assigned-secret'],
    ['.env', 'VITE_API_KEY=q8Zr4vXw2LkT9mNp6sBd', 'low assigned-secret'],
    // The secret key of a store of objects opens that, and signs nothing of anybody else's.
    ['a.yml', 'access_key: q8Zr4vXw2LkT9mNp6sBd\nsecret_key: Kd83TnMysnVGSyZiRlYUMduVgIarQW', 'medium assigned-secret'],
    ['a.yml', 'accesskey: q8Zr4vXw2LkT9mNp6sBd\nsecretkey: Kd83TnMysnVGSyZiRlYUMduVgIarQW', 'medium assigned-secret'],
    // Everybody who installs a program has the client secret in it. A server has its own in its settings.
    ['flow.go', 'oauthClientSecret = "q8Zr4vXw2LkT9mNp6sBd"', 'low assigned-secret'],
    ['shop/settings.py', 'OAUTH_CLIENT_SECRET = "q8Zr4vXw2LkT9mNp6sBd"', 'medium assigned-secret'],
    ['codecov.yml', 'token: 0b9f4f3c-51d0-4b0e-9d0a-7c1f2f1d8e55', 'low assigned-secret'],
  ])('is worth what a stranger can do with it, in %s: %s', (path, text, expected) =>
    expect(judged(path, text)).toContain(expected),
  );

  it.each([
    ['.github/workflows/ci.yml', 'SECRET_KEY: q8Zr4vXw2LkT9mNp6sBd'],
    ['dev/settings.py', `SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`],
    ['caddytest/a.py', `SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`],
    ['env.sample', 'SECRET_KEY=q8Zr4vXw2LkT9mNp6sBd'],
    ['config/secrets.yml', 'production:\n  a: b\ntest:\n  secret_key_base: q8Zr4vXw2LkT9mNp6sBd'],
    ['a.py', `DEMO_SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`],
    ['a.py', `    # SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'`],
    ['a.php', `/*\n{\n  "secret_key": "q8Zr4vXw2LkT9mNp6sBd",`],
    ['requests.http', 'SECRET_KEY = "q8Zr4vXw2LkT9mNp6sBd"'],
    ['help.go', 'const help = `run --encryption-key q8Zr4vXw2LkT9mNp6sBd`'],
  ])('is worth little where people try something out: %s %s', (path, text) =>
    expect(judged(path, text)).toEqual(['info assigned-secret']),
  );

  it.each([
    ['a.php', `$all = 'src/*';\n$secret_key = "q8Zr4vXw2LkT9mNp6sBd";`],
    ['latest/settings.py', `SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd' # for tests`],
    ['config/secrets.yml', 'test:\n  a: b\nproduction:\n  secret_key_base: q8Zr4vXw2LkT9mNp6sBd'],
  ])('is not excused by what stands beside it: %s %s', (path, text) =>
    expect(judged(path, text)).toEqual(['high assigned-secret']),
  );

  it('is made up in the help of a program, and not behind it', () => {
    const help = '`\nUSAGE:\n  tool export\n  {"secretKey": "OHz5CT7xdMHiXnKZP0BmZ5P4G5UvWvVaxR8gljLG"}\n`';
    expect(judged('a.go', `const help = ${help}`)).toEqual(['info assigned-secret']);
    expect(judged('a.go', `const help = ${help}\nconst signingKey = "q8Zr4vXw2LkT9mNp6sBd"`)).toEqual([
      'info assigned-secret',
      'high assigned-secret',
    ]);
  });

  it('is made up in the examples of a module of Ansible, and not behind them', () => {
    const [begin, end] = ["EXAMPLES = '''", "'''"];
    const key = "SECRET_KEY = 'q8Zr4vXw2LkT9mNp6sBd'";
    expect(judged('a.py', `${begin}\n- users:\n    ${key}\n${end}\n${key}`)).toEqual([
      'info assigned-secret',
      'high assigned-secret',
    ]);
  });

  it('is none where an argument says what it is for', () =>
    expect(judged('web.py', `self.require_setting("cookie_secret", "secure cookies")`)).toEqual([]));

  it('is less severe in a test, and not hidden', () =>
    expect(judged('a.test.ts', `const password = 'Tr0ub4dor';`, true)).toEqual(['info assigned-password']));

  it.each([
    // Placeholders.
    ['.env', 'API_KEY=your-api-key'],
    ['.env', 'PASSWORD=changeme'],
    ['.env', 'TOKEN=xxxxxxxxxxxxxxxxxxxx'],
    ['a.yml', 'password: <password>'],
    ['a.ts', `const password = 'password';`],
    ['a.ts', `const token = 'my-test-token';`],
    ['a.ts', `const secret = 'client_secret';`],
    ['a.ts', `{ user: 'testuser', pass: 'testpass' }`],
    // References.
    ['a.yml', 'password: ${DB_PASSWORD}'],
    ['a.yml', 'password: {{ vault_password }}'],
    ['a.yml', 'password: !vault abc'],
    ['a.yml', 'password: ENC(G6N718UuyPE5bHyWKyuLQSm02auQPUtm)'],
    ['a.sh', 'PASSWORD=$(cat /run/secrets/db)'],
    ['a.sh', 'PASSWORD=$DB_PASSWORD'],
    ['.env', 'DB_PASSWORD=op://vault/db/password'],
    ['.env', 'TOKEN_FILE=/run/secrets/token'],
    // Hashes, ids, addresses, paths.
    ['a.py', `password = "pbkdf2_sha256$36000$abc$def"`],
    ['a.py', `password = "$2b$12$abcdefghijklmnopqrstuv"`],
    ['a.sql', `password = '5f4dcc3b5aa765d61d8327deb882cf99'`],
    ['a.ts', `const token = 'https://host/token';`],
    ['a.ts', `const privateKey = './keys/server.key';`],
    // Countries, products, passes of a program, parts of an address, what base64 hides from nobody.
    ['a.json', `{"PS": "Palestine",\n"PT": "Portugal",\n"PW": "Palau",\n"PY": "Paraguay"}`],
    ['a.ts', `enum Maker { NordPass = 'b84e4048-15dc-4dd0-8640-f4f60813c8af' }`],
    ['a.cs', `var filterFirstPass = "vpp_rkrga=format=bgra:afbc=1";`],
    ['routes.rb', `post "/hooks/:secret" => "web_requests#handle_request"`],
    ['a.sh', 'docker build --secret id=BUNDLE_TOKEN .'],
    ['package.json', `"pgpass": "^1.0.5", "universal-jwt": "npm:^2.2.0"`],
    ['etc/nsswitch.conf', 'passwd:         compat'],
    ['values.yaml', 'api-key: dGVzdC1hcGkta2V5Cg=='],
    ['a.yml', 'jwt-secret: bXktc2VjcmV0LWtleS13aGljaC1zaG91bGQtYmUtY2hhbmdlZC1pbi1wcm9kdWN0aW9u'],
    ['a.json', `"url": "https://files.shop.com/a.svg?alt=media&token=506faab0-617a-4668-9e63-4a2fb996603f"`],
    ['a.md.gotmpl', 'creates the auth secret `shop-redis`.'],
    // Texts for people, names of fields, rules of a form.
    ['en.json', `{"password": "Password"}`],
    ['de.json', `{"password": "Kennwort"}`],
    ['locale/ja.ini', 'passcode=パスコードを入力'],
    ['a.ts', `{ password: 'Please enter your password' }`],
    ['a.ts', `{ password: 'userPassword' }`],
    ['a.php', `'password' => 'required|string|min:8',`],
    ['a.ts', `{ tokenType: 'Bearer', credentials: 'same-origin' }`],
    ['a.ts', `const tokenKey = 'access_token';`],
    ['a.json', '"url": "https://a.b/c?_nextpagetoken=Civ3XKyKv9VhWmamsubzcaeyc6cx5ycm8bcm56"'],
  ])('is none in %s: %s', (path, text) => expect(judged(path, text)).toEqual([]));
});
