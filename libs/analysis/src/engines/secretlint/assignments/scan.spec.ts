import { writingOf } from './languages';
import { kindOfName } from './names';
import { assignmentsIn } from './scan';
import { writtenIn } from './written';

/** `name=value` of what a file of this path assigns. */
const read = (path: string, text: string) =>
  assignmentsIn(text, writingOf(path)).map(({ name, value }) => `${name}=${value}`);

describe('the name of a value', () => {
  it.each([
    ['DB_PASSWORD', 'password'],
    ['dbPassword', 'password'],
    ['spring.datasource.password', 'password'],
    ['password_confirmation', 'password'],
    ['smtp_pass', 'password'],
    ['client_secret', 'secret'],
    ['accessToken', 'token'],
    ['API_KEY', 'key'],
    ['SECRET_KEY_BASE', 'key'],
    ['apiKey2', 'key'],
    ['passwordSalt', 'salt'],
    ['Authorization', 'authorization'],
  ])('%s promises a %s', (name, kind) => expect(kindOfName(name)).toBe(kind));

  it.each([
    'passwordField',
    'password_hash',
    'token_url',
    'secretName',
    'keyId',
    'primary_key',
    'publicKey',
    'forgotPassword',
    'is_token',
    'nextToken',
    'author',
    'compass',
    'tokenize',
    'keyboard',
  ])('%s promises none', (name) => expect(kindOfName(name)).toBeUndefined());
});

describe('what a text assigns', () => {
  it.each([
    ['a.ts', `const dbPassword: string = 'one';`, ['dbPassword=one']],
    ['a.ts', `{ user: "u", 'password': "one" }`, ['password=one']],
    ['a.py', `config["password"] = "one"`, ['password=one']],
    ['a.py', `connect(host, password=b'one')`, ['password=one']],
    ['a.py', `os.environ.get("SECRET_KEY",\n    "one")`, ['SECRET_KEY=one']],
    ['a.js', `process.env.SESSION_SECRET || 'one'`, ['process.env.SESSION_SECRET=one']],
    ['a.go', 'password := `one`', ['password=one']],
    ['A.java', `user.setPassword("one");`, ['user.setPassword=one']],
    ['A.java', `props.put("password", "one");`, ['password=one']],
    ['A.cs', `"Server=db;User Id=sa;Password=one;Encrypt=True"`, ['Password=one']],
    ['a.rb', `password: 'one', admin: true`, ['password=one']],
    ['a.rs', `let token: &str = "one";`, ['token=one']],
    ['a.php', `'password' => 'one',`, ['password=one']],
    ['a.sql', `CREATE USER u WITH PASSWORD 'one'`, ['PASSWORD=one']],
    ['a.yml', 'password: one # of the database', ['password=one']],
    ['a.yml', '- name: DB_PASSWORD\n  value: one', ['DB_PASSWORD=one']],
    ['a.json', `{"name": "DB_PASSWORD", "value": "one"}`, ['DB_PASSWORD=one']],
    ['a.json', String.raw`"raw": "{\"password\": \"one\"}"`, ['password=one']],
    ['a.properties', 'spring.datasource.password=one', ['spring.datasource.password=one']],
    ['a.properties', 'p.password=${DB_PASSWORD:one}', ['p.password=${DB_PASSWORD:one}', 'DB_PASSWORD=one']],
    ['a.toml', 'api_key = "one"', ['api_key=one']],
    ['.env', 'export API_TOKEN=one', ['API_TOKEN=one']],
    ['a.xml', '<password>one</password>', ['password=one']],
    ['a.xml', '<add key="ApiKey" value="one" />', ['ApiKey=one']],
    ['a.sh', 'tool --password one --verbose', ['password=one']],
    ['Dockerfile', 'ENV DB_PASSWORD one', ['DB_PASSWORD=one']],
    ['.netrc', 'machine m login u password one', ['password=one']],
    ['a.ts', `const password = secret + 'one';`, []],
    ['a.ts', `const password = 'one' + suffix;`, []],
    ['a.ts', `const password = form.password;`, []],
    ['a.ts', `const FIELDS = ['user', 'password', 'captcha'];`, []],
    ['a.ts', `type A = { password: string };`, []],
    ['a.ts', `{"data":"${'x'.repeat(6_000)}","password":"one"}`, []],
  ])('%s: %s', (path, text, expected) => expect(read(path, text)).toEqual(expected));

  it.each([
    ['curl -s -u ada:one https://host', 'one'],
    ['sshpass -p one ssh host', 'one'],
    ["mysql -u root -p'one' shop", 'one'],
    ['docker login -u ada -p one registry', 'one'],
    ['echo "ada:one" | chpasswd', 'one'],
    ['echo one | docker login --password-stdin', 'one'],
    ['openssl rsa -passin pass:one', 'one'],
    [`requests.get(url, auth=('ada', 'one'))`, 'one'],
    [`req.SetBasicAuth("ada", "one")`, 'one'],
    [`GRANT ALL ON a.* TO b IDENTIFIED BY 'one'`, 'one'],
    [`Authorization: Basic ${Buffer.from('ada:one').toString('base64')}`, 'one'],
    ['keytool -genkey -storepass one -alias a', 'one'],
    ['sqlcmd -S host -U sa -P one -Q "select 1"', 'one'],
    ['ldapsearch -x -D cn=admin -w one', 'one'],
    ['mongosh -u ada -p one shop', 'one'],
    ['rabbitmqctl add_user ada one', 'one'],
    [`DriverManager.getConnection("jdbc:h2:~/a", "ada", "one")`, 'one'],
    [`new mysqli('host', 'ada', 'one', 'shop')`, 'one'],
    [`jwt.sign({ id }, 'one-key-of-all')`, 'one-key-of-all'],
    [`createHmac("sha256", 'one-key-of-all')`, 'one-key-of-all'],
    ['Algorithm.HMAC256("one-key-of-all")', 'one-key-of-all'],
    ['Authorization: Bearer abcdefghijklmnop', 'abcdefghijklmnop'],
  ])('%s', (text, value) => expect(writtenIn(text).map((each) => each.value)).toContain(value));

  it.each([`createHmac("sha256", user.secret)`, `jwt.verify(token, key, { algorithms: ['HS256'] })`])(
    'reads no key of %s',
    (text) => expect(writtenIn(text)).toEqual([]),
  );

  it.each([
    [
      'the line after one of code',
      'a.ts',
      `token("${'x'.repeat(6_000)}");password="one"\nconst password = "two"`,
      'two',
    ],
    [
      'the line after one of data',
      'a.env',
      `CERT=${'x'.repeat(2_000)}/key${'x'.repeat(3_200)}\nDB_PASSWORD=two`,
      'two',
    ],
    ['one of JSON', 'a.json', `{"a":"${'x'.repeat(6_000)}","password":"two","b":"${'y'.repeat(6_000)}"}`, 'two'],
  ])('is read in long lines: %s', (_, path, text, value) =>
    expect(assignmentsIn(text, writingOf(path)).map((each) => each.value)).toEqual([value]),
  );

  it('takes no call with a variable for what stands in a string', () =>
    expect(read('a.php', "$body['password'] = base64_decode($body['password_base64']);\n")).toEqual([]));

  it('takes no time for pairs of backslashes that no quote ends', () =>
    expect(read('a.ts', `password = "${'\\\\'.repeat(200)}\n`)).toEqual([]));

  it.each([
    ['names', 'password '],
    ['quotes that do not end', `password="${'a'.repeat(50)}`],
    ['a name of names', 'passwordtokensecret'],
    ['operators', 'token=:=>'],
    ['commands', 'curl mysql docker login '],
    ['calls', `getConnection("a", jwt.sign(a, createHmac(`],
    ['backslashes', String.raw`key="\\\\\\\\`],
  ])('takes work that grows as the text does, for %s', (_, part) => {
    const steps = (times: number) => {
      let sum = 0;
      assignmentsIn(`${part.repeat(10)}\n`.repeat(times), 'config', (each) => (sum += each));
      writtenIn(`${part.repeat(10)}\n`.repeat(times), (each) => (sum += each));
      return sum;
    };
    const [one, two] = [steps(30), steps(60)];
    expect(two).toBeLessThanOrEqual(2.1 * one + 1_000);
    expect(one).toBeLessThanOrEqual(part.length * 10 * 30 * 100);
  });
});
