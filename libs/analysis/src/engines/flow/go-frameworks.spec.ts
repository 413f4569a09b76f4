import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tree: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool('go-data-flow');
  return findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`);
}

const IMPORTS = 'import (\n"os"\n"os/exec"\n"gopkg.in/macaron.v1"\n"x.org/app/forms"\n)\n';
const FORMS =
  'package forms\nimport "gopkg.in/macaron.v1"\ntype Wiki struct {\nTitle string\nSize int\n}\n' +
  'func (f *Wiki) Validate(c *macaron.Context) int { return 1 }\ntype Store struct {\nName string\n}\n';
const inMacaron = (code: string) =>
  found({
    'forms/forms.go': FORMS,
    'app.go': `package app\n${IMPORTS}type Context struct {\n*macaron.Context\n}\n${code}\n`,
  });
const RUN = 'exec.Command("sh", "-c", ';

describe('a handler of macaron', () => {
  it.each([
    [`func a(c *Context) { ${RUN}c.Query("q")).Run() }`, ['app.go:11 command-injection']],
    [`func a(c *macaron.Context) { os.Remove("/a/" + c.Params(":q")) }`, ['app.go:11 path-traversal']],
    [`func a(c *Context, form forms.Wiki) { ${RUN}form.Title).Run() }`, ['app.go:11 command-injection']],
    [`func a(c *Context) { c.Redirect(c.Query("to")) }`, ['app.go:11 open-redirect']],
    [`func a(c *Context) { c.Redirect("/home?to=" + c.Query("to")) }`, []],
    [`func a(c *Context, form forms.Wiki) { ${RUN}string(form.Size)).Run() }`, []],
    [`func a(c *Context, store *forms.Store) { ${RUN}store.Name).Run() }`, []],
    [`func a(name string, form forms.Wiki) { ${RUN}form.Title).Run() }`, []],
  ])('gets its input by its context and by a form: %s', async (code, expected) => {
    expect(await inMacaron(code)).toEqual(expected);
  });

  it('gets its form from a router that is not known', async () => {
    const handler = `func a(c *Context, form forms.Wiki) { ${RUN}form.Title).Run() }\n`;
    const main = 'func main() { m := macaron.New(); m.Combo("/x").Post(bind(forms.Wiki{}), a) }';
    expect(await inMacaron(handler + main)).toEqual(['app.go:11 command-injection']);
  });
});

describe('a controller of Beego', () => {
  it('gets its input by the values of its request', async () => {
    const controller = (value: string) =>
      found({
        'app.go':
          'package app\nimport (\n"os/exec"\n"github.com/astaxie/beego"\n)\ntype C struct {\nbeego.Controller\n}\n' +
          `func (c *C) Get() { ${RUN}${value}).Run() }\n`,
      });
    expect(await controller('c.Input().Get("q")')).toEqual(['app.go:9 command-injection']);
    expect(await controller('c.Settings().Get("q")')).toEqual([]);
  });
});

describe('a method that a server of remote calls has', () => {
  const serving = (parameters: string, file = 'api/v1/service.go') =>
    found({
      [file]:
        'package v1\nimport (\n"context"\n"os/exec"\n"google.golang.org/grpc"\npb "x.org/app/proto/gen/v1"\n)\n' +
        'var server = grpc.NewServer()\ntype Service struct{}\n' +
        `func (s *Service) Run(${parameters}) (*pb.Answer, error) {\n${RUN}request.Name).Run()\nreturn nil, nil\n}\n`,
    });

  it.each([
    ['ctx context.Context, request *pb.RunRequest', ['api/v1/service.go:11 command-injection']],
    ['ctx context.Context, request *pb.Settings', []],
    ['name string, request *pb.RunRequest', []],
    ['ctx context.Context, request *pb.RunRequest, options int', []],
  ])('gets its message from a client: %s', async (parameters, expected) => {
    expect(await serving(parameters)).toEqual(expected);
  });
});

describe('input in Go is followed through', () => {
  const handler = (code: string, more = '') =>
    found({
      'app.go':
        'package app\nimport (\n"encoding/base64"\n"net/http"\n"os/exec"\n"regexp"\n"github.com/gogs/git-module"\n)\n' +
        `type job struct { parts [2]string }\n${more}\n` +
        `func a(w http.ResponseWriter, r *http.Request) {\nq := r.FormValue("q")\n${code}\n}\n`,
    });
  const PATTERN = 'var hole = regexp.MustCompile(`\\{name\\}`)';

  it.each([
    [
      'an array in a struct',
      `s := &job{}; s.parts[1] = q; ${RUN}s.parts[1]).Run()`,
      `s := &job{}; s.parts[1] = q; ${RUN}s.parts[0]).Run()`,
      '',
    ],
    [
      'bytes that are decoded into others',
      `b := make([]byte, 9); n, _ := base64.StdEncoding.Decode(b, []byte(q)); ${RUN}string(b[:n])).Run()`,
      `b := make([]byte, 9); n, _ := base64.StdEncoding.Decode(b, []byte("bHM=")); ${RUN}string(b[:n])).Run()`,
      '',
    ],
    [
      'the results of a function that replaces matches',
      `${RUN}hole.ReplaceAllStringFunc("ls {name}", func(s string) string { return q })).Run()`,
      `${RUN}hole.ReplaceAllStringFunc("ls {name}", func(s string) string { return "x" })).Run()`,
      PATTERN,
    ],
  ])('%s', async (_, finds, safe, more) => {
    expect(await handler(finds, more)).toEqual(['app.go:13 command-injection']);
    expect(await handler(safe, more)).toEqual([]);
  });

  it('a package whose name is a part of the last one of its path', async () => {
    expect(await handler('git.Open("/repositories/" + q)')).toEqual(['app.go:13 path-traversal']);
    expect(await handler('git.Open("/repositories/own")')).toEqual([]);
  });
});
