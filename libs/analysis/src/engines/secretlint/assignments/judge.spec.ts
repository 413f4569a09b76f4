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
    ['a.ts', `const password = 'Tr0ub4dor';`, 'high assigned-password'],
    ['a.ts', `const apiKey = 'q8Zr4vXw2LkT9mNp6sBd';`, 'high assigned-secret'],
    ['a.ts', `const token = 'fa4efa4e0b1c4d2e8f3a5c6d7e8f9a0b';`, 'high assigned-secret'],
    ['a.ts', `{ user: 'root', password: 'horse' }`, 'medium assigned-password'],
    ['a.ts', `app.use(session({ secret: 'keyboard cat' }))`, 'medium assigned-secret'],
    ['a.yml', 'MYSQL_ROOT_PASSWORD: root', 'low assigned-password'],
    ['a.yml', 'password: 123456', 'low assigned-password'],
    ['settings.py', `SECRET_KEY = 'django-insecure-8x#k2+z!q@w7r^m4'`, 'medium assigned-secret'],
    ['a.properties', 'spring.datasource.password=${DB_PASS:horse}', 'low assigned-password'],
    ['A.java', `if (password.equals("x")) return; user.setPassword("b3tter-Kn0wn");`, 'high assigned-password'],
  ])('is a secret in %s: %s', (path, text, expected) => expect(judged(path, text)).toContain(expected));

  it('is less severe in the unit tests of a file of Rust', () => {
    const line = `const PASSWORD: &str = "Tr0ub4dor";\n`;
    expect(judged('a.rs', `${line}#[cfg(test)]\nmod tests {\n${line}}\n`)).toEqual([
      'high assigned-password',
      'low assigned-password',
    ]);
    expect(judged('a.rs', `#[cfg(test)]\nuse tests;\n${line}`)).toEqual(['high assigned-password']);
  });

  it('is none where an argument says what it is for', () =>
    expect(judged('web.py', `self.require_setting("cookie_secret", "secure cookies")`)).toEqual([]));

  it('is less severe in a test, and not hidden', () =>
    expect(judged('a.test.ts', `const password = 'Tr0ub4dor';`, true)).toEqual(['low assigned-password']));

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
    // Texts for people, names of fields, rules of a form.
    ['en.json', `{"password": "Password"}`],
    ['de.json', `{"password": "Kennwort"}`],
    ['locale/ja.ini', 'passcode=パスコードを入力'],
    ['a.ts', `{ password: 'Please enter your password' }`],
    ['a.ts', `{ password: 'userPassword' }`],
    ['a.php', `'password' => 'required|string|min:8',`],
    ['a.ts', `{ tokenType: 'Bearer', credentials: 'same-origin' }`],
    ['a.ts', `const tokenKey = 'access_token';`],
  ])('is none in %s: %s', (path, text) => expect(judged(path, text)).toEqual([]));
});
