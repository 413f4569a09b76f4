import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const CONTROLLER =
  '<?php\nnamespace App\\Http\\Controllers;\nuse Illuminate\\Http\\Request;\n' +
  'class AController extends Controller {\n' +
  "  public function show(Request $request) { system('ls ' . $request->input('q')); }\n}\n";
const HEAD = '<?php\nuse App\\Http\\Controllers\\AController;\nuse Illuminate\\Support\\Facades\\Route;\n';

async function severities(routes: string, others: Record<string, string> = {}) {
  const files = { 'app/Http/Controllers/AController.php': CONTROLLER, 'routes/web.php': HEAD + routes, ...others };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);
}

const SHOW = "Route::get('/a', [AController::class, 'show']);";

describe('a method that Laravel calls', () => {
  it.each([
    `Route::middleware(['auth', 'can:admin'])->group(function () { ${SHOW} });`,
    `Route::middleware('role:admin')->group(function () { Route::prefix('b')->group(function () { ${SHOW} }); });`,
    `Route::group(['middleware' => ['auth', 'admin']], function () { ${SHOW} });`,
    `Route::group(['middleware' => 'admin'], function () { Route::get('/a', 'AController@show'); });`,
    "Route::get('/a', [AController::class, 'show'])->middleware('admin');",
    "Route::get('/a', [AController::class, 'show'])->can('admin');",
    "Route::get('/a', ['middleware' => 'admin', 'uses' => 'AController@show']);",
    "Route::resource('a', AController::class)->middleware(\\App\\Http\\Middleware\\EnsureUserIsAdmin::class);",
    "Route::controller(AController::class)->middleware('admin')->group(function () { Route::get('/a', 'show'); });",
  ])('is for administrators alone where its routes say so: %s', async (routes) => {
    expect(await severities(routes)).toEqual(['command-injection low']);
  });

  it.each([
    SHOW,
    `Route::middleware(['auth', 'can:edit'])->group(function () { ${SHOW} });`,
    `Route::middleware(['role:admin|editor'])->group(function () { ${SHOW} });`,
    `Route::prefix('admin')->group(function () { ${SHOW} });`,
    `Route::middleware('admin')->group(function () { ${SHOW} });\n${SHOW}`,
    `Route::middleware('admin')->group(function () {});\n${SHOW}`,
    "Route::middleware('admin')->group(function () { Route::get('/a', [AController::class, 'other']); });",
    `Route::middleware('admin')->group(function () { Route::get('/a', [\\Other\\AController::class, 'show']); });`,
  ])('is for others, too: %s', async (routes) => {
    expect(await severities(routes)).toEqual(['command-injection as the rule']);
  });

  it('is for administrators alone where its file of routes is', async () => {
    const provider = (middleware: string) =>
      '<?php\nnamespace App\\Providers;\nuse Illuminate\\Support\\Facades\\Route;\n' +
      'class RouteServiceProvider {\n  public function map() {\n' +
      `    Route::middleware(['web', '${middleware}'])->group(base_path('routes/web.php'));\n  }\n}\n`;
    const of = (middleware: string) =>
      severities(SHOW, { 'app/Providers/RouteServiceProvider.php': provider(middleware) });
    expect(await of('admin')).toEqual(['command-injection low']);
    expect(await of('auth')).toEqual(['command-injection as the rule']);
  });

  it('may be a function in the file of routes', async () => {
    const run =
      "Route::get('/a', function (\\Illuminate\\Http\\Request $request) { system('ls ' . $request->input('q')); })";
    const routes = (middleware: string) =>
      severities(`Route::middleware('${middleware}')->group(function () { ${run}; });`, {
        'app/Http/Controllers/AController.php': '<?php\n',
      });
    expect(await routes('admin')).toEqual(['command-injection low']);
    expect(await routes('auth')).toEqual(['command-injection as the rule']);
  });
});
