import { isFoundInSpring } from './test/commands-of';

/** The body with input in the place of `Q`, and with a constant. */
async function judged(body: string, members = ''): Promise<readonly boolean[]> {
  return [
    await isFoundInSpring(body.replace(/\bQ\b/, 'q'), members),
    await isFoundInSpring(body.replace(/\bQ\b/, '"a"'), members),
  ];
}

describe('maps of Java', () => {
  it.each([
    ['computeIfAbsent', 'exec(m.computeIfAbsent("k", k -> Q));'],
    ['computeIfAbsent and later', 'm.computeIfAbsent("k", k -> Q); exec(m.get("k"));'],
    ['compute', 'm.compute("k", (k, v) -> Q); exec(m.get("k"));'],
    ['merge', 'm.merge("k", Q, String::concat); exec(m.get("k"));'],
    ['putIfAbsent', 'm.putIfAbsent("k", Q); exec(m.get("k"));'],
    ['putAll', 'm.put("k", Q); Map<String, String> n = new HashMap<>(); n.putAll(m); exec(n.get("k"));'],
    ['forEach', 'm.put("k", Q); m.forEach((k, v) -> exec(v));'],
    ['entries', 'm.put("k", Q); for (Map.Entry<String, String> e : m.entrySet()) exec(e.getValue());'],
    ['a stream of entries', 'm.put("k", Q); m.entrySet().stream().map(e -> e.getValue()).forEach(v -> exec(v));'],
    ['keys', 'm.put(Q, "v"); for (String k : m.keySet()) exec(k);'],
    ['keys of entries', 'm.put(Q, "v"); for (Map.Entry<String, String> e : m.entrySet()) exec(e.getKey());'],
    ['an entry', 'exec(Map.entry("k", Q).getValue());'],
    ['properties', 'Properties p = new Properties(); p.setProperty("k", Q); exec(p.getProperty("k"));'],
    ['lists in a map', 'l.computeIfAbsent("k", k -> new ArrayList<>()).add(Q); exec(l.get("k").get(0));'],
    ['toMap', 'exec(Stream.of(Q).collect(Collectors.toMap(a -> "k", a -> a)).get("k"));'],
  ])('carry input: %s', async (_, body) => {
    const maps = 'Map<String, String> m = new HashMap<>(); Map<String, List<String>> l = new HashMap<>();';
    expect(await judged(`${maps} ${body}`)).toEqual([true, false]);
  });

  it.each([
    ['another key', 'm.computeIfAbsent("k", k -> q); m.put("o", "a"); exec(m.get("o"));'],
    ['the key of an entry', 'm.put("k", q); for (Map.Entry<String, String> e : m.entrySet()) exec(e.getKey());'],
    ['keys', 'm.put("k", q); for (String k : m.keySet()) exec(k);'],
    ['the key for forEach', 'm.put("k", q); m.forEach((k, v) -> exec(k));'],
    ['the value of a key from outside', 'm.put(q, "v"); m.forEach((k, v) -> exec(v));'],
    ['what was there before', 'm.put("k", "a"); exec(m.computeIfAbsent("k", k -> q));'],
  ])('keep apart: %s', async (_, body) => {
    expect(await isFoundInSpring(`Map<String, String> m = new HashMap<>(); ${body}`)).toBe(false);
  });
});

describe('collections and writers of Java', () => {
  it.each([
    ['Collections.addAll', 'List<String> l = new ArrayList<>(); Collections.addAll(l, "b", Q); exec(l.get(1));'],
    [
      'System.arraycopy',
      'String[] a = { Q }; String[] b = new String[1]; System.arraycopy(a, 0, b, 0, 1); exec(b[0]);',
    ],
    ['a queue that blocks', 'BlockingQueue<String> l = new LinkedBlockingQueue<>(); l.put(Q); exec(l.take());'],
    ['StringJoiner', 'StringJoiner j = new StringJoiner(","); j.add(Q); exec(j.toString());'],
    ['StringWriter', 'java.io.StringWriter w = new java.io.StringWriter(); w.write(Q); exec(w.toString());'],
    ['numbers', 'String t = Q; exec(IntStream.range(0, 2).mapToObj(i -> t + i).collect(Collectors.joining()));'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });
});

describe('work that Java runs later', () => {
  const task = (base: string, method: string) =>
    `static class Task ${base} { String name; Task(String name) { this.name = name; }
      public void ${method}() { exec(name); } }`;

  it.each([
    ['thenAccept', 'CompletableFuture.supplyAsync(() -> t).thenApply(s -> s + "a").thenAccept(s -> exec(s));'],
    ['whenComplete', 'CompletableFuture.supplyAsync(() -> t).whenComplete((s, e) -> exec(s));'],
    ['submit', 'ExecutorService e = Executors.newCachedThreadPool(); exec(e.submit(() -> t).get());'],
    ['a publisher', 'reactor.core.publisher.Mono.just(t).map(s -> s + "a").subscribe(s -> exec(s));'],
  ])('gets input by %s', async (_, body) => {
    expect(await judged(`String t = Q; ${body}`)).toEqual([true, false]);
  });

  it.each([
    ['a thread gets', 'implements Runnable', 'run', 'new Thread(new Task(Q)).start();'],
    ['a pool gets', 'implements Runnable', 'run', 'Executors.newCachedThreadPool().execute(new Task(Q));'],
    ['is a thread', 'extends Thread', 'run', 'new Task(Q).start();'],
    ['a timer gets', 'extends TimerTask', 'run', 'new Timer().schedule(new Task(Q), 10);'],
  ])('lies in an object that %s', async (_, base, method, body) => {
    expect(await judged(body, task(base, method))).toEqual([true, false]);
  });

  it('is only what the class says that it does', async () => {
    const other =
      'static class Task implements Runnable { String name; Task(String n) { name = n; }\n' +
      'public void run() { } void other() { exec(name); } }';
    expect(await isFoundInSpring('new Thread(new Task(q)).start();', other)).toBe(false);
  });
});

describe('a lambda of Java', () => {
  const members =
    'interface Work { Object go(String text) throws Exception; }\n' +
    'Object call(String text, Work work) throws Exception { return work.go(text); }';

  it('is the one method of an interface of the target', async () => {
    expect(await judged('Work w = s -> { exec(s); return null; }; w.go(Q);', members)).toEqual([true, false]);
    expect(await judged('call(Q, s -> { exec(s); return null; });', members)).toEqual([true, false]);
  });

  it('is not called by a method that puts it together with another one', async () => {
    const consumer = 'java.util.function.Consumer<String> c = s -> exec(s);';
    expect(
      await isFoundInSpring(`${consumer} java.util.function.Consumer<String> d = c.andThen(s -> { }); d.hashCode();`),
    ).toBe(false);
  });
});

describe('patterns of Java', () => {
  const members =
    'sealed interface Shape permits Circle, Square { }\nrecord Circle(String name, int size) implements Shape { }\n' +
    'record Square(int size, String name) implements Shape { }\nrecord Pair(Circle one, String other) { }';

  it.each([
    ['a type', 'Shape s = new Circle(Q, 1); exec(switch (s) { case Circle c -> c.name(); case Square r -> "b"; });'],
    [
      'a record',
      'Object s = new Circle(Q, 1); exec(switch (s) { case Circle(String n, int z) -> n; default -> "b"; });',
    ],
    ['a record in instanceof', 'Object s = new Square(1, Q); if (s instanceof Square(int z, var n)) exec(n);'],
    [
      'a record in a record',
      'Object s = new Pair(new Circle(Q, 1), "b"); if (s instanceof Pair(Circle(var n, var z), var o)) exec(n);',
    ],
    ['a guard', 'Object s = Q; switch (s) { case String n when n.length() > 2 -> exec(n); default -> { } }'],
    ['a type in a block', 'Object s = Q; switch (s) { case String n: exec(n); break; default: }'],
  ])('take the input apart: %s', async (_, body) => {
    expect(await judged(body, members)).toEqual([true, false]);
  });

  it('know the component of each place', async () => {
    const body =
      'Object s = new Pair(new Circle(q, 1), "b"); if (s instanceof Pair(Circle(var n, var z), var o)) exec(o);';
    expect(await isFoundInSpring(body, members)).toBe(false);
  });

  it('make nothing safe, as constants do', async () => {
    const body =
      'Object s = q; switch (s) { case String n -> System.out.println(n); default -> { } } exec((String) s);';
    expect(await isFoundInSpring(body)).toBe(true);
    expect(await isFoundInSpring('switch (q) { case "a" -> exec(q); default -> { } }')).toBe(false);
  });
});
