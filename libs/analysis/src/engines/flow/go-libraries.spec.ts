import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in statements that have the request `r`, the answer `w` and the text `q` of its query. */
async function found(packages: string, parameters: string, statements: string): Promise<readonly string[]> {
  const all = ['net/http', ...packages.split(' ').filter(Boolean)].map((name) => `\t"${name}"`);
  const handler = [
    `func handle(w http.ResponseWriter, r *http.Request, ${parameters}) {`,
    '\tq := r.FormValue("q")',
    `\t${statements}`,
    '}',
  ];
  const row = ['type Row struct {', '\tID uint', '\tName string', '}'];
  const source = ['package shop', 'import (', ...all, ')', ...row, ...handler, ''].join('\n');
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'shop.go': source })).tool('go-data-flow');
  return findings.map(({ rule }) => rule);
}

const GORM = 'gorm.io/gorm';
const SQL = 'sql-injection';
const FILE = 'path-traversal';

describe('what is given to a library of Go', () => {
  it.each<readonly [what: string, packages: string, parameters: string, statements: string, rules: readonly string[]]>([
    ['an order of GORM', GORM, 'db *gorm.DB', 'db.Model(&Row{}).Order(q)', [SQL]],
    ['a condition behind the row', GORM, 'db *gorm.DB', 'db.First(&Row{}, "id = "+q)', [SQL]],
    ['a value of GORM', GORM, 'db *gorm.DB', 'db.First(&Row{}, "id = ?", q)', []],
    [
      'a decoded row of GORM',
      `${GORM} encoding/json`,
      'db *gorm.DB',
      'var row Row; json.NewDecoder(r.Body).Decode(&row); db.Where(&row)',
      [],
    ],
    [
      'a number of a decoded row',
      `${GORM} encoding/json`,
      'db *gorm.DB',
      'var row Row; json.NewDecoder(r.Body).Decode(&row); db.First(&Row{}, row.ID)',
      [],
    ],
    [
      'a text of a decoded row',
      `${GORM} encoding/json`,
      'db *gorm.DB',
      'var row Row; json.NewDecoder(r.Body).Decode(&row); db.First(&Row{}, row.Name)',
      [SQL],
    ],
    [
      'a transaction of GORM',
      GORM,
      'db *gorm.DB',
      'db.Transaction(func(tx *gorm.DB) error { return tx.Exec(q).Error })',
      [SQL],
    ],
    ['a statement of pgx', 'github.com/jackc/pgx/v5/pgxpool', 'pool *pgxpool.Pool', 'pool.Exec(r.Context(), q)', [SQL]],
    [
      'a value of pgx',
      'github.com/jackc/pgx/v5/pgxpool',
      'pool *pgxpool.Pool',
      'pool.Exec(r.Context(), "DELETE FROM a WHERE b = $1", q)',
      [],
    ],
    ['a part of a statement of Bun', 'github.com/uptrace/bun', 'db *bun.DB', 'db.NewSelect().OrderExpr(q)', [SQL]],
    ['a condition of XORM', 'xorm.io/xorm', 'engine *xorm.Engine', 'engine.Table("a").Where("b = " + q)', [SQL]],
    [
      'values of several conditions of XORM',
      'xorm.io/xorm xorm.io/builder',
      'engine *xorm.Engine',
      'all := []builder.Cond{builder.Eq{"a": q}, builder.Like{"b", q}, builder.Expr("c = ?", q)}; ' +
        'engine.Where(builder.And(all...))',
      [],
    ],
    [
      'a text among conditions of XORM',
      'xorm.io/xorm xorm.io/builder',
      'engine *xorm.Engine',
      'engine.Where(builder.And(builder.Eq{"a": 1}, builder.Expr("c = "+q)))',
      [SQL],
    ],
    [
      'a value of a condition of XORM',
      'xorm.io/xorm xorm.io/builder',
      'engine *xorm.Engine',
      'engine.Where(builder.Like{"`a`", q}).And(builder.Eq{"b": q}).Or(builder.In("c", q))',
      [],
    ],
    [
      'a part of a statement of Squirrel',
      'github.com/Masterminds/squirrel',
      'n int',
      'squirrel.Select("*").From("a").OrderBy(q)',
      [SQL],
    ],
    [
      'values of Squirrel',
      'github.com/Masterminds/squirrel',
      'n int',
      'squirrel.Select("*").Where(squirrel.Eq{"a": q})',
      [],
    ],
    [
      'a file of fasthttp',
      'github.com/valyala/fasthttp os',
      'ctx *fasthttp.RequestCtx',
      'os.Open(string(ctx.QueryArgs().Peek("a")))',
      [FILE],
    ],
    [
      'a file of Iris',
      'github.com/kataras/iris/v12',
      'ctx iris.Context',
      'ctx.SendFile(ctx.URLParam("a"), "b")',
      [FILE],
    ],
    [
      'a file of Gin',
      'github.com/gin-gonic/gin',
      'c *gin.Context',
      'f, _ := c.FormFile("f"); c.SaveUploadedFile(f, "a/"+c.PostForm("name"))',
      [FILE],
    ],
    [
      'the name of an upload, which has no folder',
      'github.com/gin-gonic/gin',
      'c *gin.Context',
      'f, _ := c.FormFile("f"); c.SaveUploadedFile(f, "a/"+f.Filename)',
      [],
    ],
    [
      'the name of a part of an upload',
      'mime/multipart os',
      'part *multipart.Part',
      'os.Create("a/" + part.FileName())',
      [],
    ],
    [
      'the name of an upload as a command',
      'os/exec',
      'n int',
      'f, h, _ := r.FormFile("f"); exec.Command("sh", "-c", "file "+h.Filename)',
      ['command-injection'],
    ],
    [
      'a page of Fiber',
      'github.com/gofiber/fiber/v2',
      'c *fiber.Ctx',
      'c.Type("html").SendString("<b>" + c.Query("a"))',
      ['cross-site-scripting'],
    ],
    ['a text of Fiber', 'github.com/gofiber/fiber/v2', 'c *fiber.Ctx', 'c.SendString(c.Query("a"))', []],
    ['a header that leads elsewhere', '', 'n int', 'w.Header().Set("Location", q)', ['open-redirect']],
    [
      'an address of Resty',
      'github.com/go-resty/resty/v2',
      'client *resty.Client',
      'client.R().SetBody(1).Post(q)',
      ['request-forgery'],
    ],
    ['a file of code for Python', 'os/exec', 'n int', 'exec.Command("python3", "-c", q)', ['command-injection']],
    ['an argument for Python', 'os/exec', 'n int', 'exec.Command("python3", "a.py", q)', []],
    ['a channel', 'os', 'n int', 'all := make(chan string, 1); all <- q; os.Open(<-all)', [FILE]],
    ['a replaced part', 'os strings', 'n int', 'os.Open(strings.ReplaceAll("/files/x", "x", q))', [FILE]],
  ])('is judged: %s', async (_, packages, parameters, statements, rules) => {
    expect(await found(packages, parameters, statements)).toEqual(rules);
  });
});

it('finds the methods of what a struct embeds', async () => {
  const source = `package shop

import (
	"os"

	"github.com/beego/beego/v2/server/web"
)

type Shop struct{ web.Controller }

func (shop *Shop) Get() { os.Open(shop.GetString("name")) }
`;
  const { found: all } = await runOn(profileOf('flow'), flowTools, { 'shop.go': source });
  expect(all).toEqual(['shop.go:11 path-traversal']);
});
