import { isFoundInSpring } from './test/commands-of';

describe('methods of one name in Java', () => {
  const one = 'void show(String text) throws Exception { show(text, 1); }';
  const two = 'void show(String text, int level) throws Exception { exec(text); }';
  const three = 'void show(String text, int level, int other) { System.out.println(text); }';

  it.each([
    ['first', [one, two, three]],
    ['last', [three, two, one]],
  ])('are told apart by their number, the shortest one %s', async (_, all) => {
    expect(await isFoundInSpring('show(q);', all.join('\n'))).toBe(true);
    expect(await isFoundInSpring('show("a");', all.join('\n'))).toBe(false);
    expect(await isFoundInSpring('show(q, 1, 2);', all.join('\n'))).toBe(false);
  });

  it('are told apart by what they get', async () => {
    const [text, number, work] = [
      'void show(String a, String b) throws Exception { exec(a); }',
      'void show(String a, Other b) throws Exception { System.out.println(a); }',
      'void show(String a, Runnable b) throws Exception { System.out.println(a); }',
    ];
    const members = `${text}\n${number}\n${work}\nstatic class Other { }`;
    expect(await isFoundInSpring('show(q, "b");', members)).toBe(true);
    expect(await isFoundInSpring('show(q, new Other());', members)).toBe(false);
    expect(await isFoundInSpring('show(q, () -> { });', members)).toBe(false);
  });

  it('take a text before what may be made of one', async () => {
    const members =
      'void show(java.io.File a) throws Exception { exec(a.getPath()); }\n' +
      'void show(String a) { System.out.println(a); }\nvoid show(byte[] a) throws Exception { exec(new String(a)); }';
    expect(await isFoundInSpring('show(q);', members)).toBe(false);
    expect(await isFoundInSpring('show("a" + q);', members)).toBe(false);
    expect(await isFoundInSpring('show(q.substring(1));', members)).toBe(false);
    expect(await isFoundInSpring('show(q.getBytes());', members)).toBe(true);
    expect(await isFoundInSpring('show(new java.io.File(q));', members)).toBe(true);
  });

  it('may lie in a class and in its base', async () => {
    const members = (body: string) =>
      `static class Base { void show(String text) throws Exception { ${body} } }\n` +
      'static class Shown extends Base { void show(String text, int level) { } }\nprivate Shown shown;';
    expect(await isFoundInSpring('shown.show(q);', members('new App().exec(text);'))).toBe(true);
    expect(await isFoundInSpring('shown.show(q);', members('System.out.println(text);'))).toBe(false);
  });
});

describe('constructors of Java', () => {
  const base =
    'static class Base { private String name; Base(String name) { this.name = name; } String get() { return name; } }';

  it.each([
    ['the base', 'super(name)', 'super("a")'],
    ['the base with a changed text', 'super(name.trim())', 'super("a".trim())'],
    ['one of the class', 'this(name, 1)', 'this("a", 1)'],
  ])('hand what they get to %s', async (_, harmful, harmless) => {
    const members = (call: string) =>
      `${base}\nstatic class Shown extends Base { Shown(String name) { ${call}; } ` +
      'Shown(String name, int level) { super(name); } Shown() { super("b"); } }';
    expect(await isFoundInSpring('exec(new Shown(q).get());', members(harmful))).toBe(true);
    expect(await isFoundInSpring('exec(new Shown(q).get());', members(harmless))).toBe(false);
  });

  it('reach the base of a base', async () => {
    const members = `${base}\nstatic class Middle extends Base { Middle(String name) { super(name); } }
      static class Shown extends Middle { Shown(String name) { super(name); } }`;
    expect(await isFoundInSpring('exec(new Shown(q).get());', members)).toBe(true);
    expect(await isFoundInSpring('exec(new Shown("a").get());', members)).toBe(false);
  });
});

describe('classes within a method of Java', () => {
  const runnable = (body: string) => `new Runnable() { public void run() { try { ${body} } catch (Exception e) { } } }`;

  it('read its variables', async () => {
    expect(await isFoundInSpring(`Runnable work = ${runnable('exec(q);')}; work.run();`)).toBe(true);
    expect(await isFoundInSpring(`String a = "a"; Runnable work = ${runnable('exec(a);')}; work.run();`)).toBe(false);
    expect(await isFoundInSpring('class Work { String get() { return q; } } exec(new Work().get());')).toBe(true);
    expect(await isFoundInSpring('class Work { String get() { return "a"; } } exec(new Work().get());')).toBe(false);
  });

  it('read fields and call methods of the instance around', async () => {
    const show = 'void show(String text) { try { exec(text); } catch (Exception e) { } }\nString kept;';
    expect(await isFoundInSpring(`Runnable work = ${runnable('show(q);')}; work.run();`, show)).toBe(true);
    expect(await isFoundInSpring(`Runnable work = ${runnable('App.this.show(q);')}; work.run();`, show)).toBe(true);
    expect(await isFoundInSpring(`kept = q; Runnable work = ${runnable('show(kept);')}; work.run();`, show)).toBe(true);
    expect(await isFoundInSpring(`kept = "a"; Runnable work = ${runnable('show(kept);')}; work.run();`, show)).toBe(
      false,
    );
    const own = 'Object work = new Object() { void show(String text) { } void run() { show(q); } }; work.run();';
    expect(await isFoundInSpring(own, show)).toBe(false);
  });
});

describe('records of Java', () => {
  it('have their components in methods, and a constructor that begins with a check', async () => {
    const record = (body: string) => `record Name(String text, int level) { ${body} }`;
    const get = 'String get() { return text + level; }';
    const check = 'Name { if (level < 0) throw new IllegalArgumentException(); }';
    const clear = 'Name { text = "a"; }';
    expect(await isFoundInSpring('exec(new Name(q, 1).get());', record(get))).toBe(true);
    expect(await isFoundInSpring('exec(new Name("a", 1).get());', record(get))).toBe(false);
    expect(await isFoundInSpring('exec(new Name(q, 1).text());', record(check))).toBe(true);
    expect(await isFoundInSpring('exec(new Name(q, 1).text());', record(clear))).toBe(false);
    expect(await isFoundInSpring('exec(new Name(q).text());', record('Name(String text) { this(text, 1); }'))).toBe(
      true,
    );
  });
});

describe('elements that a predicate chooses', () => {
  it('keep what they hold where one expression makes the list, too', async () => {
    const exec = (list: string) => `for (String each : ${list}.filter(a -> a.length() > 1).toList()) exec(each);`;
    expect(await isFoundInSpring(exec('Stream.of(q, "b")'))).toBe(true);
    expect(await isFoundInSpring(exec('Stream.of("a", "b")'))).toBe(false);
  });
});

describe('methods that Lombok writes', () => {
  const members = (annotations: string, field = 'private final String name;') =>
    `${annotations} static class Shown { ${field} private int level; static String kind; }`;

  it.each([
    ['@Data', 'private String name;', 'Shown shown = new Shown(); shown.setName(Q); exec(shown.getName());'],
    ['@Getter @Setter', 'private String name;', 'Shown shown = new Shown(); shown.setName(Q); exec(shown.getName());'],
    ['', '@Getter @Setter private String name;', 'Shown a = new Shown(); a.setName(Q); exec(a.getName());'],
    ['@Data @Accessors(fluent = true)', 'private String name;', 'exec(new Shown().name(Q).name());'],
    ['@Value', 'String name;', 'exec(new Shown(Q, 1).getName());'],
    ['@Getter @AllArgsConstructor', 'private String name;', 'exec(new Shown(Q, 1).getName());'],
    ['@Getter @RequiredArgsConstructor', 'private final String name;', 'exec(new Shown(Q).getName());'],
    ['@Data', 'private final String name;', 'exec(new Shown(Q).getName());'],
  ])('read and set what they are told: %s', async (annotations, field, body) => {
    expect(await isFoundInSpring(body.replace('Q', 'q'), members(annotations, field))).toBe(true);
    expect(await isFoundInSpring(body.replace('Q', '"a"'), members(annotations, field))).toBe(false);
  });

  it('give way to those that the class has', async () => {
    const own = 'private String name; public String getName() { return "a"; }';
    const body = 'Shown shown = new Shown(); shown.setName(q); exec(shown.getName());';
    expect(await isFoundInSpring(body, members('@Data', own))).toBe(false);
  });

  it.each([
    ['a builder', '@Builder @Getter', 'Shown.builder().name(Q).level(1).build().getName()'],
    [
      'a builder with a method of another name',
      '@Builder(builderMethodName = "of") @Getter',
      'Shown.of().name(Q).build().getName()',
    ],
    ['a builder of a class with a base', '@SuperBuilder @Getter', 'Shown.builder().base(Q).build().getBase()'],
    [
      'an object made into a builder',
      '@Builder(toBuilder = true) @Getter',
      'Shown.builder().build().toBuilder().name(Q).build().getName()',
    ],
  ])('build an object field by field: %s', async (_, annotations, made) => {
    const base = '@SuperBuilder @Getter static class Base { private String base; }';
    const kept = members(annotations).replace('class Shown', 'class Shown extends Base');
    expect(await isFoundInSpring(`exec(${made.replace('Q', 'q')});`, `${base} ${kept}`)).toBe(true);
    expect(await isFoundInSpring(`exec(${made.replace('Q', '"a"')});`, `${base} ${kept}`)).toBe(false);
    const other = made.replace('Q', 'q').replace(/get\w+\(\)$/, 'getLevel()');
    expect(await isFoundInSpring(`exec(${other});`, `${base} ${kept}`)).toBe(false);
  });

  it('keep the types of services that a constructor takes', async () => {
    const service =
      'static class Service { void show(String text) throws Exception { Runtime.getRuntime().exec(text); } }';
    const shown = (given: string) =>
      `${service} @RequiredArgsConstructor static class Shown { private final Service service;
        @GetMapping("/b") void show(String text) throws Exception { service.show(${given}); } }`;
    expect(await isFoundInSpring('', shown('text'))).toBe(true);
    expect(await isFoundInSpring('', shown('"a"'))).toBe(false);
  });
});

describe('a member of an enumeration of Java', () => {
  const members =
    'enum Kind { ONE, TWO }\nvoid show(Kind kind) throws Exception { exec(kind.name()); }\n' +
    'void tell(Object kind) throws Exception { exec(kind.toString()); }\n' +
    'Kind known(String text) { return org.acme.Kinds.parse(text); }\n' +
    'Object any(String text) { return org.acme.Kinds.parse(text); }\n';

  it.each([
    ['a parameter', 'show(org.acme.Kinds.parse(q));', 'tell(org.acme.Kinds.parse(q));'],
    ['a variable', 'Kind a = org.acme.Kinds.parse(q); tell(a);', 'Object a = org.acme.Kinds.parse(q); tell(a);'],
    ['a result', 'tell(known(q));', 'tell(any(q));'],
  ])('is one of few, whatever it was made of: %s', async (_, safe, weak) => {
    expect(await isFoundInSpring(weak, members)).toBe(true);
    expect(await isFoundInSpring(safe, members)).toBe(false);
  });
});
