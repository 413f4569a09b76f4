import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const found = async (handler: string): Promise<readonly string[]> => {
  const source = `package shop

import (
	"database/sql"
	"net/http"
	"strings"
)

func list(db *sql.DB, r *http.Request) (*sql.Rows, error) {
	q := r.URL.Query().Get("q")
${handler}
}
`;
  return (await runOn(profile, flowTools, { 'shop.go': source })).found;
};

describe('names that are set in parallel', () => {
  const append = (field: string) => `	if v := q; v != "" {
		where, args = append(where, "${field} = ?"), append(args, v)
	}
`;

  it('get their own values alone', async () => {
    const handler = `	where, args := []string{"1 = 1"}, []any{}
${['name', 'kind', 'place'].map(append).join('')}	query := strings.Join(where, " AND ")
	return db.Query("SELECT * FROM rows WHERE "+query, args...)`;
    expect(await found(handler)).toEqual([]);
  });

  it('are set when all values are known', async () => {
    const handler = `	first, second := "SELECT 1", q
	first, second = second, first
	_ = second
	return db.Query(first)`;
    expect(await found(handler)).toEqual(['shop.go:14 sql-injection']);
  });

  it('keep what comes in, each for itself', async () => {
    const handler = `	limit, where := "1", q
	_ = limit
	return db.Query("SELECT * FROM rows WHERE name = '" + where + "'")`;
    expect(await found(handler)).toEqual(['shop.go:13 sql-injection']);
  });
});

describe('a package that only tests import', () => {
  const severities = async (file: string, imports: string) => {
    const source = `package shop\n\nimport (\n\t"crypto/tls"\n\t"${imports}"\n)\n
func client() *tls.Config { return &tls.Config{InsecureSkipVerify: true} }\n`;
    const { findings } = (await runOn(profile, flowTools, { [file]: source })).tool('go-data-flow');
    return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as told'}`);
  };

  it.each([
    ['shoptest/client.go', 'testing', 'low'],
    ['shoptest/client.go', 'net/http', 'as told'],
    ['shop/client.go', 'testing', 'as told'],
  ])('is judged as a test: %s with %s', async (file, imports, severity) => {
    expect(await severities(file, imports)).toEqual([`certificate-unchecked ${severity}`]);
  });
});

describe('a request that a caller lacks', () => {
  const asked = async (functions: string) => {
    const source = `package shop

import "net/http"

func site(r *http.Request) string {
	base := settings.Site
	if r != nil {
		base = "https://" + r.URL.Query().Get("host")
	}
	return base
}
${functions}
`;
    return (await runOn(profile, flowTools, { 'shop.go': source })).found;
  };
  const job = 'func job() { http.Get(site(nil)) }';
  const handler = 'func handle(w http.ResponseWriter, r *http.Request) { http.Get(site(r)) }';

  it('gives nothing, and that of another caller does', async () => {
    expect(await asked(job)).toEqual([]);
    expect(await asked(handler)).toEqual(['shop.go:12 request-forgery']);
    expect(await asked(`${job}\n${handler}`)).toEqual(['shop.go:13 request-forgery']);
    expect(await asked(`${handler}\n${job}`)).toEqual(['shop.go:12 request-forgery']);
  });
});
