import { Linter } from 'eslint';
import { parser as typescript } from 'typescript-eslint';
import { rules } from '.';

const found = (rule: keyof typeof rules, code: string): number =>
  new Linter().verify(code, { plugins: { assay: { rules } }, rules: { [`assay/${rule}`]: 'error' } }).length;

const foundInTypeScript = (rule: keyof typeof rules, code: string): number =>
  new Linter().verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: typescript as Linter.Parser },
      plugins: { assay: { rules } },
      rules: { [`assay/${rule}`]: 'error' },
    },
    { filename: 'a.ts' },
  ).length;

describe('an SQL statement', () => {
  it.each([
    ['a value in quotes', "db.query(`SELECT id FROM t WHERE name = '${name}'`)"],
    ['a value that is compared', "db.execute('UPDATE t SET a = 1 WHERE id = ' + req.params.id)"],
    ['a value of a list', 'db.run(`INSERT INTO t (a) VALUES (${a})`)'],
    [
      'a value, for a method of a class that another one has',
      "class A extends B { f(n) { this.query(`SELECT a FROM t WHERE b = '${n}'`) } }",
    ],
    ['a variable that is set bit by bit', "let s = 'SELECT a FROM t'; s += ` WHERE b = '${b}'`; db.query(s)"],
    ['a value of two, one of them a constant', "db.raw(`DELETE FROM t WHERE a = '${B || c}'`)"],
  ])('is built from %s', (_, code) => expect(found('sql-from-values', code)).toBe(1));

  it.each([
    ['parameters', "db.query('SELECT a FROM t WHERE b = ?', [b])"],
    ['constants', "const B = 1; const t = 'u'; db.query(`SELECT a FROM ${t} WHERE b = ${B} AND c = ${C_D}`)"],
    ['names of tables and columns', 'db.query(`SELECT ${columns} FROM ${table} WHERE id = ?`, [id])'],
    ['marks for its parameters', 'db.query(`SELECT a FROM t WHERE b IN (${list.map(() => "?").join()})`, list)'],
    ['numbers', "db.query(`SELECT a FROM t WHERE b = '${Number(b)}'`)"],
    [
      'what a client of databases writes',
      "class A { query(s) {} f(n) { this.query(`SELECT a FROM t WHERE b = '${n}'`) } }",
    ],
    ['words that are none', "ui.query(`Select a file from the list of '${name}'`)"],
  ])('may consist of %s', (_, code) => expect(found('sql-from-values', code)).toBe(0));
});

describe('an SQL statement in TypeScript', () => {
  const update = 'db.query(`UPDATE t SET a = CASE WHEN a > ${each.left} THEN 1 END`)';

  it.each([
    [
      'a value with a type that holds any text',
      "function f(a: string | null) { db.query(`DELETE FROM t WHERE a = '${a}'`) }",
    ],
    ['a value that is added to something', `function f() { const size = each.left + 1; ${update} }`],
    [
      'a value of a request, whatever is done with it',
      'function f(req) { const n = req.query.n - 1; db.query(`SELECT a FROM t WHERE a = ${req.query.n}`) }',
    ],
    [
      'a value of a request that names a table',
      "function f(req) { db.query(`SELECT * FROM sqlite_master WHERE name = '${req.query.n}'`) }",
    ],
    [
      'a name in a table that is called like the catalogue',
      "function f(n) { db.query(`SELECT a FROM page_user WHERE b = '${n}'`) }",
    ],
  ])('is built from %s', (_, code) => expect(foundInTypeScript('sql-from-values', code)).toBe(1));

  it.each([
    ['numbers of a union', 'function f(a: number | undefined) { db.query(`DELETE FROM t WHERE a = ${a}`) }'],
    ['words of a union', "function f(a: 'x' | 'y') { db.query(`DELETE FROM t WHERE a = '${a}'`) }"],
    ['values that are subtracted', `function f() { const size = each.right - each.left; ${update} }`],
    [
      'names of tables in the catalogue of a database',
      "function f(n) { db.query(`SELECT * FROM ${esc('sqlite_master')} WHERE \"name\" IN ('${n}')`) }",
    ],
    [
      'names of schemas in the catalogue of PostgreSQL',
      'function f(n) { db.query(`SELECT a, b FROM "pg_type" WHERE nspname = \'${n}\'`) }',
    ],
  ])('may consist of %s', (_, code) => expect(foundInTypeScript('sql-from-values', code)).toBe(0));
});

describe('an address of a request', () => {
  it.each([
    'app.get("/", (req, res) => res.redirect(req.query.to))',
    'app.get("/", (req, res) => { const { to } = req.body; res.redirect(301, to) })',
    'app.get("/", (req, res) => { if (req.query.to) res.setHeader("Location", req.query.to) })',
    'app.use((ctx) => ctx.redirect(ctx.request.query.to || "/"))',
  ])('is redirected to in %s', (code) => expect(found('redirect-from-request', code)).toBe(1));

  it.each([
    'app.get("/", (req, res) => res.redirect("/u/" + req.query.to))',
    'app.get("/", (req, res) => { if (isOurs(req.query.to)) res.redirect(req.query.to) })',
    'app.get("/", (req, res) => res.redirect(ours(req.query.to)))',
    'router.redirect(query.to)',
  ])('is not redirected to in %s', (code) => expect(found('redirect-from-request', code)).toBe(0));

  it.each([
    'app.get("/", (req) => fetch(req.query.url))',
    'app.get("/", (req) => axios({ method: "get", url: req.body.url }))',
    'app.get("/", (req) => http.get("http://" + req.params.host + "/status"))',
    'app.get("/", (req) => { const url = req.query.url; needle("get", url) })',
  ])('is asked in %s', (code) => expect(found('fetch-from-request', code)).toBe(1));

  it.each([
    'app.get("/", (req) => fetch("https://api.example/" + req.query.id))',
    'app.get("/", (req) => fetch(req.url))',
    'app.get("/", (req) => cache.get(req.query.id))',
  ])('is not asked in %s', (code) => expect(found('fetch-from-request', code)).toBe(0));
});

describe('a key in the source', () => {
  it.each(["a = { cookieSecret: 'a secret'.x, jwtSecret: 'shhhhh-its-me' }", "app.apiKey = 'v9dn0balpqas1pcc281t'"])(
    'stands in %s',
    (code) => expect(found('hard-coded-key', code)).toBe(1),
  );

  it.each([
    "a = { clientSecret: 'client_secret' }",
    "a = { cookieSecret: 'COOKIE_SECRET' }",
    "a = { privateKey: './keys/server.pem' }",
    "a = { apiKey: 'your-api-key-12345' }",
    "firebase = { apiKey: 'AIza0123456789abcdef', authDomain: 'x.example' }",
    "const apiKey = 'phc_0123456789abcdefghij';",
  ])('does not stand in %s', (code) => expect(found('hard-coded-key', code)).toBe(0));
});

describe('a password in the source', () => {
  it.each([
    "a = { user: 'admin', password: 'Admin_123' }",
    "const DB_PASSWORD = 'tr0mbone'",
    "config.smtp.password = 'x7Kq!pw9'.trim, b.passphrase = 'h0rse staple'.x, c.dbPwd = 'k1tten!'",
    "class A { password = 's3cr3t!' }",
  ])('stands in %s', (code) => expect(found('hard-coded-password', code)).toBe(1));

  it.each([
    "a = { password: 'Your password' }",
    "a = { password: 'Passwort' }",
    "a = { password: 'user.field-1' }",
    "a = { password: 'PASSWORD_2' }",
    "a = { password: 'password1' }",
    "a = { password: 'test1234' }",
    "a = { password: '<8 or more>' }",
    "a = { forgotPassword: 'Forgot2' }",
    'a = { password: `${b}1` }',
    "a = { user: 'system', password: 'Oracle18', connectString: 'localhost:21521/XE' }",
  ])('does not stand in %s', (code) => expect(found('hard-coded-password', code)).toBe(0));
});

describe('a cookie that lets its holder in', () => {
  const sessions = "const session = require('express-session');";

  it.each([
    "res.cookie('token', t)",
    "res.cookie('sessionId', t, { secure: true })",
    "response.cookie('auth', t, { httpOnly: false })",
    "const o = { path: '/' }; reply.setCookie('connect.sid', t, o)",
    `${sessions} session({ secret, cookie: { httpOnly: false } })`,
  ])('can be read by scripts after %s', (code) => {
    expect(found('cookie-open-to-scripts', code)).toBe(1);
    expect(found('cookie-without-secure', code)).toBe(0);
  });

  it.each([
    "res.cookie('token', t, { httpOnly: true })",
    `${sessions} app.use(session({ secret }))`,
    "import s from 'cookie-session'; s({ keys, secure: false })",
  ])('is sent without encryption after %s', (code) => {
    expect(found('cookie-without-secure', code)).toBe(1);
    expect(found('cookie-open-to-scripts', code)).toBe(0);
  });

  it.each([
    "res.cookie('token', t, { httpOnly: true, secure: isLive })",
    "res.cookie('theme', t)",
    "res.cookie('XSRF-TOKEN', t)",
    "res.cookie('token', '', { maxAge: 0 })",
    "res.cookie('token', t, options)",
    "res.cookie('token', t, { ...options })",
    "const o = { path: '/' }; o.httpOnly = true; res.cookie('token', t, o)",
    "jar.cookie('token', t)",
    `${sessions} session(options); session({ ...options })`,
    `${sessions} session({ cookie: { secure: 'auto' } })`,
    'session({ secret })',
  ])('is safe, or nobody knows, after %s', (code) => {
    expect(found('cookie-open-to-scripts', code)).toBe(0);
    expect(found('cookie-without-secure', code)).toBe(0);
  });
});

describe('variables that are set from each other', () => {
  const doubled = Array.from({ length: 40 }, (_, index) => `const v${index + 1} = v${index} + 'x' + v${index};`);

  it.each(Object.keys(rules) as (keyof typeof rules)[])('do not keep %s from ending', (rule) => {
    const code = [
      "let v0 = 'a'; v0 = v0 + v40; let a = b, b = a;",
      ...doubled,
      'db.query(v40); db.query(a); res.redirect(v40); fetch(b); x = { $where: v40, cookieSecret: v40 };',
    ].join('\n');
    expect(found(rule, code.replace('let a = b, b = a;', 'let a = b; let b = a;'))).toBeLessThan(9);
  });
});

describe('the session of before a login', () => {
  const signIn = (body: string) => `exports.in = (req, res) => users.verify(req.body.password, (user) => { ${body} });`;

  it.each(['req.session.userId = user.id;', 'req.session.isLoggedIn = true;'])('is kept by %s', (body) =>
    expect(found('session-kept', signIn(body))).toBe(1),
  );

  it.each([
    'req.session.regenerate(() => { req.session.userId = user.id; });',
    'req.session.userId = null;',
    'req.session.theme = user.theme;',
    'cart.session.userId = user.id;',
  ])('is not kept by %s', (body) => expect(found('session-kept', signIn(body))).toBe(0));

  it('is kept where another handler alone makes a new one', () =>
    expect(
      found(
        'session-kept',
        `function h() { ${signIn('req.session.userId = user.id;')} s.up = (req) => { req.session.regenerate(go); }; }`,
      ),
    ).toBe(1));

  it('is not looked for where nobody logs in', () =>
    expect(found('session-kept', 'exports.act = (req) => { req.session.user = load(req); };')).toBe(0));

  it('is not looked for where a cookie holds the session', () =>
    expect(found('session-kept', `require('cookie-session'); ${signIn('req.session.user = user;')}`)).toBe(0));
});

describe('a condition', () => {
  const verify = 'async function verify(user) { return user.ok }';

  it.each([
    ['is called', `${verify}; function f(u) { if (verify(u)) return 1 }`],
    ['is called after another question', `${verify}; function f(u) { if (u && verify(u)) return 1 }`],
    ['is called before another question', `${verify}; function f(u) { return verify(u) && u.name }`],
    ['is negated', `${verify}; function f(u) { if (!verify(u)) throw new Error() }`],
    ['is kept in a constant', `${verify}; function f(u) { const ok = verify(u); return ok ? 1 : 2 }`],
    ['is an arrow function', 'const verify = async (u) => u.ok; function f(u) { while (verify(u)) u.next() }'],
    ['is a method', 'class A { async verify(u) { return u.ok } f(u) { return this.verify(u) ? 1 : 2 } }'],
    ['judges elements', 'async function f(all) { return all.filter(async (each) => (await each).ok) }'],
  ])('is a promise where an asynchronous function %s', (_, code) =>
    expect(found('promise-as-condition', code)).toBe(1),
  );

  it.each([
    ['is awaited', `${verify}; async function f(u) { if (await verify(u)) return 1 }`],
    ['is a value, and not called', `${verify}; function f(u) { if (verify) return verify(u) }`],
    ['is called for its effect', `${verify}; function f(u) { u && verify(u) }`],
    ['may be another one', `${verify}; function f(u) { verify = u.verify; if (verify(u)) return 1 }`],
    ['is hidden by a parameter', `${verify}; function f(u, verify) { if (verify(u)) return 1 }`],
    ['may not have been called', `${verify}; function f(u) { let p; if (u) p = verify(u); if (p) return 1 }`],
    ['judges what a stream has', 'async function f(lines) { return await lines.some(async (each) => each.ok) }'],
    ['is a generator', 'async function* each() { yield 1 } function f() { if (each()) return 1 }'],
  ])('is none where an asynchronous function %s', (_, code) => expect(found('promise-as-condition', code)).toBe(0));

  it('is a promise where the type of a function says so', () =>
    expect(
      foundInTypeScript('promise-as-condition', 'function v(): Promise<boolean> { return g() } if (v()) g()'),
    ).toBe(1));
});
