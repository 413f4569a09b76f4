import { isFoundInKotlin } from './test/commands-of';

/** The body with input in the place of `Q`, and with a constant. */
async function judged(body: string, members = '', beside = ''): Promise<readonly boolean[]> {
  return [
    await isFoundInKotlin(body.replace(/\bQ\b/, 'q'), members, beside),
    await isFoundInKotlin(body.replace(/\bQ\b/, '"a"'), members, beside),
  ];
}

describe('methods of one name in Kotlin', () => {
  it.each([
    ['the number of what they get', 'fun go(s: String) { exec(s) }\nfun go(s: String, n: Int) { }', 'go(Q)'],
    ['the number, handed on', 'fun go(s: String, n: Int) { exec(s) }\nfun go(s: String) { go(s, 1) }', 'go(Q)'],
    ['the types', 'fun go(s: String) { exec(s) }\nfun go(n: Int) { }', 'go(Q)'],
  ])('are told apart by %s', async (_, members, body) => {
    expect(await judged(body, members)).toEqual([true, false]);
  });

  it('are not all meant', async () => {
    const members = 'fun go(s: String) { }\nfun go(s: String, n: Int) { exec(s) }';
    expect(await isFoundInKotlin('go(q)', members)).toBe(false);
  });
});

describe('flows and sequences of Kotlin', () => {
  it.each([
    ['a flow', 'val t = Q\nflow { emit(t) }.map { it + "b" }.collect { exec(it) }'],
    ['a channel of a flow', 'val t = Q\nchannelFlow { emit(t) }.collect { exec(it) }'],
    ['a flow of values', 'flowOf(Q).map { it + "b" }.collect { exec(it) }'],
    ['the latest of a flow', 'flowOf(Q).collectLatest { exec(it) }'],
    ['a sequence', 'val t = Q\nfor (s in sequence { yield("b"); yield(t) }) { exec(s) }'],
    ['a publisher', 'reactor.core.publisher.Mono.just(Q).map { it + "b" }.subscribe { exec(it) }'],
    ['what a publisher tells', 'reactor.core.publisher.Flux.just(Q).doOnNext { exec(it) }.subscribe()'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it('carry none that is not put into them', async () => {
    expect(await isFoundInKotlin('flow { emit("a"); println(q) }.collect { exec(it) }')).toBe(false);
    expect(await isFoundInKotlin('for (s in sequence { yield("a" + q.length) }) { exec(s) }')).toBe(false);
  });
});

describe('work and results of Kotlin', () => {
  it.each([
    ['a thread', 'val t = Q\nThread { exec(t) }.start()'],
    ['a success', 'val t = Q\nrunCatching { t }.onSuccess { exec(it) }'],
    ['a folded success', 'val t = Q\nexec(runCatching { t }.fold({ it + "b" }, { "c" }))'],
    ['a folded list', 'exec(listOf(Q).fold("b") { all, each -> all + each })'],
    ['lines of a text', 'val t = Q\nexec(buildString { appendLine(t) })'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it.each([
    ['a failure', 'exec(runCatching { q }.fold({ "a" }, { "c" }))'],
    ['a number', 'runCatching { q.length }.onSuccess { exec("a" + it) }'],
    ['a thread that does something else', 'Thread { println(q) }.start()'],
  ])('carry none: %s', async (_, body) => {
    expect(await isFoundInKotlin(body)).toBe(false);
  });
});

describe('maps and lists of Kotlin', () => {
  it.each([
    ['entries', 'for (e in mapOf("k" to Q).entries) { exec(e.value) }'],
    ['parts of entries', 'mapOf("k" to Q).entries.forEach { (k, v) -> exec(v) }'],
    ['values', 'for (v in mapOf("k" to Q).values) { exec(v) }'],
    ['keys', 'for (k in mapOf(Q to "v").keys) { exec(k) }'],
    ['keys that are put', 'val m = mutableMapOf<String, String>()\nm[Q] = "v"\nm.keys.forEach { exec(it) }'],
    ['getOrPut', 'val m = mutableMapOf<String, String>()\nval t = Q\nexec(m.getOrPut("k") { t })'],
    [
      'lists of a map',
      'val m = mutableMapOf<String, MutableList<String>>()\nm.getOrPut("k") { mutableListOf() }.add(Q)\n' +
        'exec(m["k"]!![0])',
    ],
    ['a map of pairs', 'exec(listOf("k" to Q, "o" to "b").toMap()["k"]!!)'],
    ['what is associated', 'exec(listOf(Q).associate { "k" to it }["k"]!!)'],
    ['what it is associated with', 'val t = Q\nexec(listOf("k").associateWith { it + t }["k"]!!)'],
    ['an array without elements at first', 'val a = arrayOfNulls<String>(2)\na[1] = Q\nexec(a[1]!!)'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it.each([
    ['keys', 'for (k in mapOf("k" to q).keys) { exec(k) }'],
    ['keys of entries', 'for (e in mapOf("k" to q).entries) { exec(e.key) }'],
    ['values', 'for (v in mapOf(q to "v").values) { exec(v) }'],
    ['other keys', 'exec(listOf("k" to q, "o" to "b").toMap()["o"]!!)'],
    ['the key of what is associated', 'exec(listOf("a").associate { it to "b" + q.length }["a"]!!)'],
    ['another place', 'val a = arrayOfNulls<String>(2)\na[1] = q\na[0] = "a"\nexec(a[0]!!)'],
  ])('keep apart: %s', async (_, body) => {
    expect(await isFoundInKotlin(body)).toBe(false);
  });
});

describe('patterns of Kotlin', () => {
  it.each([
    ['a group', 'exec(Regex("(.*)=.*").find(Q)!!.groupValues[1])'],
    ['a part', 'val (one) = Regex("(.+)=x").matchEntire(Q)!!.destructured\nexec(one)'],
    ['the whole', 'exec("[^/]+".toRegex().find(Q)!!.value)'],
    ['each', 'Regex(".+?,").findAll(Q).forEach { exec(it.value) }'],
  ])('find input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it('find none where they let only some characters through', async () => {
    expect(await isFoundInKotlin('exec(Regex("([a-z0-9]+)").find(q)!!.groupValues[1])')).toBe(false);
    expect(await isFoundInKotlin('exec(Regex("^id-(\\\\d+)$").matchEntire(q)!!.value)')).toBe(false);
  });
});

describe('classes of Kotlin', () => {
  const shown =
    'class Shown(val name: String, val other: String) {\n  override fun toString() = "Shown " + name\n' +
    '  operator fun get(key: String) = if (key == "name") name else "b"\n}\n' +
    'class Kept {\n  var name = ""\n  operator fun set(key: String, value: String) { name = value }\n}\n' +
    'data class Pair2(val one: String, val other: Int)\n' +
    'data class Secret(val one: String) {\n  override fun toString() = "hidden"\n}';

  it.each([
    ['the text of an object', 'exec("${Shown(Q, "b")}")'],
    ['the text of data', 'exec("a ${Pair2(Q, 1)}")'],
    ['an operator that gets', 'exec(Shown(Q, "b")["name"])'],
    ['an operator that sets', 'val kept = Kept()\nkept["k"] = Q\nexec(kept.name)'],
    ['an object of an interface', 'val t = Q\nval r = object : Runnable { override fun run() { exec(t) } }\nr.run()'],
    ['a value of an object', 'val t = Q\nval r = object { val name = t }\nexec(r.name)'],
    ['an extension property', 'exec(Q.shouted)'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body, 'val String.shouted: String get() = this + "!"', shown)).toEqual([true, false]);
  });

  it.each([
    ['a field that the text leaves out', 'exec("${Shown("a", q)}")'],
    ['data with a text of its own', 'exec("${Secret(q)}")'],
    ['a value that an operator leaves out', 'val kept = Kept()\nkept[q] = "a"\nexec(kept.name)'],
    ['another object', 'val r = object : Runnable { override fun run() { exec("a") } }\nprintln(q)\nr.run()'],
    ['an extension property', 'exec(q.fixed)'],
  ])('carry none: %s', async (_, body) => {
    expect(await isFoundInKotlin(body, 'val String.fixed: String get() = "a"', shown)).toBe(false);
  });
});

describe('references to functions of Kotlin', () => {
  it.each([
    ['let', 'Q.let(::exec)'],
    ['also', 'Q.also(::exec)'],
    ['run', 'exec(Q.run(String::trim))'],
    ['invoke', 'val f: (String) -> Unit = { exec(it) }\nf.invoke(Q)'],
  ])('are called by %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it('give what they return', async () => {
    expect(await isFoundInKotlin('exec(q.let(::none))', 'fun none(s: String) = "a"')).toBe(false);
    expect(await isFoundInKotlin('exec("a".also(::println) + q.length)')).toBe(false);
  });
});
