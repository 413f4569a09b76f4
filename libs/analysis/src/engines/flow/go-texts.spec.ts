import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { commandsOfGo } from './test/commands-of';

describe('what is written into a buffer of Go', () => {
  it.each<[string, string]>([
    ['bytes', 'b := &bytes.Buffer{}; b.Write([]byte(INPUT)); sh(string(b.Bytes()))'],
    ['a text with holes', 'var b bytes.Buffer; fmt.Fprintf(&b, "ls %s", INPUT); sh(b.String())'],
    ['a text in parts', 'b := new(strings.Builder); fmt.Fprint(b, "ls ", INPUT); sh(b.String())'],
    ['a text by its reader', 'var b bytes.Buffer; io.Copy(&b, strings.NewReader(INPUT)); sh(b.String())'],
    ['what the buffer reads', 'var b bytes.Buffer; b.ReadFrom(strings.NewReader(INPUT)); sh(b.String())'],
    ['what it begins with', 'b := bytes.NewBufferString(INPUT); sh(b.String())'],
    ['what is added to that', 'b := bytes.NewBuffer([]byte("ls ")); b.WriteString(INPUT); sh(b.String())'],
    [
      'another writer',
      'var b bytes.Buffer; to := bufio.NewWriter(&b); to.WriteString(INPUT); to.Flush(); sh(b.String())',
    ],
    ['one of several writers', 'var b bytes.Buffer; io.WriteString(io.MultiWriter(&b, w), INPUT); sh(b.String())'],
    [
      'a copy of what is read',
      'var b bytes.Buffer; io.ReadAll(io.TeeReader(strings.NewReader(INPUT), &b)); sh(b.String())',
    ],
    ['a function', 'var b strings.Builder; put(&b, INPUT); sh(b.String())'],
  ])('comes out of it: %s', async (_, body) => {
    const put = 'func put(to io.Writer, text string) { io.WriteString(to, text) }';
    expect(await commandsOfGo(body.replace('INPUT', 'q'), put)).toBe(1);
    expect(await commandsOfGo(body.replace('INPUT', '"ls"'), put)).toBe(0);
  });

  it.each<[string, string]>([
    ['out of another one', 'var a, b bytes.Buffer; fmt.Fprint(&a, q); b.WriteString("ls"); sh(b.String())'],
    [
      'out of it once it is empty',
      'var b bytes.Buffer; b.WriteString(q); b.Reset(); b.WriteString("ls"); sh(b.String())',
    ],
    ['with the number of bytes', 'var b bytes.Buffer; n, _ := b.WriteString(q); sh(fmt.Sprint("head -n ", n))'],
    ['into the other fields of its writer', 'c := &counter{out: w, kind: "ls"}; fmt.Fprint(c, q); sh(c.kind)'],
  ])('does not come %s', async (_, body) => {
    expect(await commandsOfGo(body, 'type counter struct { out io.Writer; kind string }')).toBe(0);
  });
});

describe('what a pattern of Go finds', () => {
  const with1 = (pattern: string, call: string) => `p := regexp.MustCompile(\`${pattern}\`); ${call}`;

  it.each<[string, string]>([
    ['a match', 'sh(p.FindString(q))'],
    ['one of all matches', 'for _, found := range p.FindAllString(q, -1) { sh(found) }'],
    ['a group', 'sh(p.FindStringSubmatch(q)[1])'],
    ['a group of one of all matches', 'for _, found := range p.FindAllStringSubmatch(q, -1) { sh(found[1]) }'],
    ['bytes', 'sh(string(p.Find([]byte(q))))'],
  ])('is input: %s', async (_, call) => {
    expect(await commandsOfGo(with1('a(.*)', call))).toBe(1);
  });

  it.each<[string, string]>([
    ['a match of harmless characters', with1('[a-z0-9]+', 'sh(p.FindString(q))')],
    ['a group of digits', with1(String.raw`c=(\d+)`, 'sh(p.FindStringSubmatch(q)[1])')],
    ['what lies in another text', with1('a(.*)', 'sh(p.FindString("ab"))')],
    ['what is left without other characters', with1('[^a-z]', 'sh("ls " + p.ReplaceAllString(q, ""))')],
  ])('is no input: %s', async (_, body) => expect(await commandsOfGo(body)).toBe(0));

  it('is what is left where only some characters are replaced', async () => {
    expect(await commandsOfGo(with1('[ab]', 'sh("ls " + p.ReplaceAllString(q, ""))'))).toBe(1);
  });

  it('is nothing that a method of the same name gives', async () => {
    const store = 'type store interface { Find(id string) string }\nvar users store';
    expect(await commandsOfGo('sh("ls " + users.Find(q))', store)).toBe(0);
  });
});

it('leaves methods of these names to other languages', async () => {
  const text = "$b = [];\n$b->Write($_GET['q']);\nshell_exec($b->Bytes());\n";
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.php': `<?php\n${text}` })).tool('php-data-flow');
  expect(findings).toEqual([]);
});
