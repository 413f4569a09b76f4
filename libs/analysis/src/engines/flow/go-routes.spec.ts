import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const HANDLER = `func show(w http.ResponseWriter, r *http.Request) {
	db.Query("SELECT * FROM rows WHERE id = " + mux.Vars(r)["id"])
}
`;

/** The rules found in a handler that is added to a router of gorilla under these paths. */
async function found(...paths: string[]) {
  const routes = paths.map((path) => `\trouter.HandleFunc(\`${path}\`, show)\n`).join('');
  const main = `package shop

import (
	"database/sql"
	"net/http"

	"github.com/gorilla/mux"
)

var db *sql.DB

${HANDLER}
func main() {
	router := mux.NewRouter()
${routes}}
`;
  return (await runOn(profileOf('flow'), flowTools, { 'shop.go': main }))
    .tool('go-data-flow')
    .findings.map(({ rule }) => rule);
}

describe('a part of the path of a route', () => {
  it.each(['/rows/{id:[0-9]+}', '/rows/{id:[a-f0-9-]{36}}/{page}', '/rows/{id:\\d{1,9}}', '/rows/{id:[0-9.]+}'])(
    'is no input where the pattern lets plain letters through: %s',
    async (path) => expect(await found(path)).toEqual([]),
  );

  it.each([['/rows/{id}'], ['/rows/{id:.+}'], ['/rows/{id:[^/]+}'], ['/rows/{id:[0-9]+}', '/old/{id}']])(
    'is input where a route lets others through: %s',
    async (...paths) => expect(await found(...paths)).toEqual(['sql-injection']),
  );
});
