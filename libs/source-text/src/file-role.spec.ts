import { fileRole, isCertain, placeOfRole, rolesLeftOut } from './file-role';

describe('the role of a file', () => {
  it.each([
    ['src/app.js', 'own'],
    ['config/env/all.js', 'own'],
    ['packages/core/src/latest.ts', 'own'],
    ['src/contest.java', 'own'],
    ['build/webpack.config.js', 'own'],
    ['target/readme.c', 'own'],
    ['README.md', 'documentation'],
    ['docs/conf.py', 'documentation'],
    ['examples/auth/index.js', 'example'],
    ['src/test/java/a/OwnerTests.java', 'test'],
    ['src/a/OwnerTest.java', 'test'],
    ['gin/context_test.go', 'test'],
    ['tests/test_views.py', 'test'],
    ['src/shop/testsuite/orders/__init__.py', 'test'],
    ['molecule/staging/molecule.yml', 'test'],
    ['src/app.spec.ts', 'test'],
    ['src/__tests__/app.ts', 'test'],
    ['docs/test/app.py', 'test'],
    ['_fixture/certs/key.pem', 'test'],
    ['scripts/test-environments/a.yml', 'test'],
    ['core/src/testFixtures/java/Util.java', 'test'],
    ['.github/workflows/build-test.yml', 'own'],
    ['okio/src/jvmTest/kotlin/okio/TestUtil.kt', 'test'],
    ['okio-testing-support/src/commonMain/kotlin/okio/Testing.kt', 'test'],
    ['Shop.Tests/Orders.cs', 'test'],
    ['benchmarks/Orders/Massive.cs', 'test'],
    ['codemods/__testfixtures__/a.input.ts', 'test'],
    ['.semgrep/no-eval.py', 'test'],
    ['src/latest/app.ts', 'own'],
    ['testing/app.py', 'own'],
    ['sandbox/client.html', 'example'],
    ['src/Button.stories.tsx', 'example'],
    ['integration/cors/src/main.ts', 'test'],
    ['src/integration/main.ts', 'own'],
    ['src/stories.ts', 'own'],
    ['packages/core/useImage/demo.vue', 'example'],
    ['src/demo-mode.ts', 'own'],
    ['blog/migrations/0001_initial.py', 'generated'],
    ['api/user.pb.go', 'generated'],
    ['src/client/types.gen.ts', 'generated'],
    ['src/__generated__/types.ts', 'generated'],
    ['package-lock.json', 'lockfile'],
    ['yarn.lock', 'lockfile'],
    ['Cargo.lock', 'lockfile'],
    ['dist/app.js', 'build-output'],
    ['cdk.out/Site.template.json', 'build-output'],
    ['.serverless/cloudformation-template-update-stack.json', 'build-output'],
    ['.aws-sam/build/template.yaml', 'build-output'],
    ['target/classes/a.properties', 'build-output'],
    ['app/assets/builds/application.js', 'build-output'],
    ['app/assets/javascripts/builds.js', 'own'],
    ['public/app.min.js', 'minified'],
    ['public/js/jquery-3.6.0.js', 'vendored'],
    ['src/Web/wwwroot/lib/bootstrap/dist/js/bootstrap.js', 'vendored'],
    ['src/main/resources/static/ajax/libs/select2/select2.js', 'vendored'],
    ['ui/public/libs/prism/prism.js', 'vendored'],
    ['shop/static/pdfjs/web/viewer.html', 'vendored'],
    ['web/public/tinymce/skins/ui/skin.css', 'vendored'],
    ['src/pdfjs/viewer.js', 'own'],
    ['src/libs/prism.js', 'own'],
    ['public/bootstrap.css', 'vendored'],
    ['vendor/a/b.php', 'vendored'],
    ['third_party/zlib/inflate.c', 'vendored'],
    ['vendor/jquery.min.js', 'vendored'],
    ['.venv/lib/python3.12/site-packages/a.py', 'environment'],
    ['venv/vendor/a.py', 'environment'],
  ])('%s: %s', (path, role) => expect(fileRole(path)).toBe(role));
});

describe('the path as a reason to leave a file out', () => {
  it.each([
    ['web/node_modules/a/index.js', true],
    ['src/.venv/lib/a.py', true],
    ['vendor/a/b.php', true],
    ['public/js/jquery-3.6.0.js', true],
    ['src/api/user.pb.go', true],
    ['web/dist/app.js', true],
    ['public/app.min.js', true],
    ['src/main/java/shop/vendor/Vendor.java', false],
    ['Src/Vendor/Vendor.php', false],
    ['src/dist/share.ts', false],
    ['server/bootstrap.js', false],
    ['blog/migrations/0001_initial.py', false],
    ['tests/app.js', false],
    ['src/app.js', false],
    ['src/Web/wwwroot/lib/bootstrap/dist/js/bootstrap.js', true],
    ['src/main/webapp/assets/vendors/ace/ace.js', true],
    ['app/assets/javascripts/vendor/a.js', true],
  ])('%s: %s', (path, certain) => expect(isCertain(path, fileRole(path))).toBe(certain));

  it('names the folder that gives the role', () => {
    expect(placeOfRole('a/.venv/lib/b.py', 'environment')).toBe('a/.venv/');
    expect(placeOfRole('a/b.min.js', 'minified')).toBe('a/b.min.js');
  });

  it('is none for the roles that a scan includes', () => {
    expect(rolesLeftOut(['vendored', 'ignored'])).toEqual(['environment', 'build-output', 'generated', 'minified']);
    expect(rolesLeftOut(['all'])).toEqual([]);
  });
});
