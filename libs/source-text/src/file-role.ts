/**
 * The kinds of code by their authors and purpose. If several roles match a path, the later one in this list applies.
 * `ignored` comes from an ignore file of the target, never from a path.
 */
export const FILE_ROLES = [
  'own',
  'ignored',
  'documentation',
  'example',
  'test',
  'generated',
  'lockfile',
  'build-output',
  'minified',
  'vendored',
  'environment',
] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** Files of these roles are left out of a scan, unless it includes them. */
export const LEFT_OUT_ROLES = [
  'environment',
  'build-output',
  'vendored',
  'generated',
  'minified',
  'ignored',
] as const satisfies readonly FileRole[];

/** The values of a scan's `include`: the files of one role, or of all. */
export const INCLUSIONS = [...LEFT_OUT_ROLES, 'all'] as const;
export type Inclusion = (typeof INCLUSIONS)[number];

/** The roles that are still left out. */
export const rolesLeftOut = (include: readonly Inclusion[] = []): FileRole[] =>
  include.includes('all') ? [] : LEFT_OUT_ROLES.filter((role) => !include.includes(role));

/**
 * The signs of a role: the name of a folder above the file, a part of its path, or its own name. Folders and paths are
 * matched in lower case.
 */
interface Signs {
  readonly folder?: RegExp;
  readonly path?: RegExp;
  readonly name?: RegExp;
}

/** One expression for several with the same flags. */
const anyOf = (...expressions: readonly RegExp[]): RegExp =>
  new RegExp(expressions.map(({ source }) => `(?:${source})`).join('|'), expressions[0]!.flags);

/** Libraries that pages load, also below `src/`: in ASP.NET's folder for them, and among the files of a site. */
const LIBRARIES_OF_PAGES = anyOf(
  /(?:^|\/)(?:wwwroot\/lib|ajax\/libs|pdfjs\/(?:web|build))\//,
  /(?:^|\/)(?:public|static)\/(?:libs|tinymce|ckeditor\d?|mathjax|katex|swagger-ui)\//,
  /(?:^|\/)(?:assets|static|public|webapp)\/(?:[^/]+\/)?(?:vendors?|third[-_]?party)\//,
  // `static/plugins/` has the project's own plug-ins beside these libraries.
  new RegExp(
    String.raw`(?:^|\/)(?:assets|static|public|webapp)\/(?:[^/]+\/)?(?:plugins?|libs?)\/(?:codemirror|z-?tree|jquery|` +
      String.raw`bootstrap|datatables?|select2|layui|layer|ueditor|kindeditor|wangeditor|echarts|font-?awesome|` +
      String.raw`ionicons|summernote|fullcalendar|moment|toastr|icheck|sweetalert2?|jvectormap)(?:[-_.][\w.-]*)?\/`,
  ),
);

/** jQuery plug-ins beside the pages that load them. The project of such a plug-in has it in `src/` or at the root. */
const PLUGINS_OF_JQUERY =
  /(?:^|\/)(?:public|static|assets|wwwroot|webapp|themes)\/(?:[^/]+\/)*jquery[-.][\w.-]+\.(?:js|css)$/;

/** Folders for third-party code in programs of C and C++. A project may use such a name for its own code. */
const FOLDERS_OF_COPIES = anyOf(
  /(?:^|\/)3rd[-_]?party\/|^(?:[\w.-]+\/)?(?:externals?|extern|extlibs?|deps)\/[\w.+-]+\//,
  /^(?:externals?|extern|extlibs?|deps)\/[\w.+-]+\.(?:c|h|hpp)$/,
);

/** Libraries that are made to be copied as one file or two. Their own projects have them nearer to the root. */
const FILES_TO_COPY = new RegExp(
  String.raw`^(?:[^/]+\/){2,}(?:pugixml|pugiconfig|tinyxml2?|sqlite3|stb_\w+|cjson|miniz|lodepng|catch|doctest|` +
    String.raw`httplib|picojson|nlohmann\/json|xxhash|rapidxml\w*|utf8cpp|mongoose|linenoise)\.(?:c|cc|cpp|h|hpp)$`,
);

/** The conventions that linters, code hosts and package managers follow by default. */
const SIGNS: Readonly<Record<Exclude<FileRole, 'own' | 'ignored'>, Signs>> = {
  documentation: {
    // `docs_src/` has the programs that pages include.
    folder: /^(?:docs?(?:[-_](?:src|source|examples?))?|documentation)$/,
    path: anyOf(
      // Maven makes the site of a project of these.
      /(?:^|\/)src\/site\/(?:apt|asciidoc|confluence|fml|markdown|twiki|xdoc)\//,
      // Data beside the text of a proposal. Programs may have a design of their own, in code.
      /^(?:designs?|proposals?|rfcs?|adrs?|enhancements)\/.*\.(?:ya?ml|json|tf|sh)$/i,
    ),
    name: /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$|^(?:licen[cs]e|copying|changelog|authors|notice)(?:\.txt)?$/i,
  },
  example: {
    folder: /^(?:examples?|samples?|demos?|(?:[\w-]+-)?playgrounds?|sandbox|tutorials?|__stories__|\.storybook)$/,
    // Numbered lessons, a quick start among manifests, and files beside the pages of a workshop.
    path: anyOf(
      /^(?:lessons?|chapters?|exercises?|labs?|workshops?)\/\d+/,
      /(?:^|\/)manifests\/quick-?start(?:-[a-z]+)?[./]/,
      /^content\/(?:.*\/)?[\w-]+\.files\//,
      // A proof of a concept, and configuration that was put away.
      /(?:^|\/)(?:poc|proof-of-concept)\/.*\.(?:ya?ml|json|tf|sh)$/i,
      /(?:^|\/)[._]archived?\//,
      // Programs to be profiled. They may be part of the program, which is judged.
      /^profiling\//,
      // Sketches that never became part of the program.
      /^(?:scratch(?:pad)?|wip|attic|experiments|dev)\/(?:.*\/)?[^/]+\.[cm]?[jt]sx?$/,
      // Programs may have stories of another kind.
      /^(?:packages\/[^/]+\/)?stories\/.*\.(?:[jt]sx?|mdx|vue|svelte)$/,
    ),
    // Storybook shows each component of a program in several states; others put a `demo.vue` beside each.
    name: anyOf(
      /\.stories\.\w+$|^demo\.\w+$/,
      // Pages that show how an attack looks.
      /^(?:evil|malicious|attacker|phishing)[-_.](?:[\w.-]+\.)?(?:html?|ejs|hbs|pug|php)$/,
      // Configuration that readers copy: `main_example.tf`, `values.sample.yaml`, `example.tfvars`.
      /[\w][-_.](?:examples?|sample)\.(?:tf|tfvars|ya?ml|json|ini|cfg|conf|sh)$|^examples?\.(?:tf|tfvars|ya?ml|sh)$/,
    ),
  },
  test: {
    folder: anyOf(
      /^(?:tests?|testsuites?|specs?|__(?:tests?|specs?|mocks|(?:test)?fixtures|snapshots)__|_?fixtures?)$/,
      // Samples for rules of Semgrep.
      /^\.semgrep$/,
      // Molecule tests roles of Ansible; Chainsaw and KUTTL test operators and policies of Kubernetes.
      /^(?:e2e|cypress|playwright|molecule|\.?(?:chainsaw|kuttl)(?:[-_]tests?)?|\.?kyverno[-_]tests?)$/,
      // Output of generators, with which a test compares.
      /^goldens$|^golden[-_](?:copies|files|data)$/,
      /^test[-_]?(?:cases|data|dirs?|files?|inputs?|projects?|resources?|samples)$/,
      /^test[-_]?(?:apps?|env(?:ironment)?s?|infra(?:structure)?)$/,
      // `Shop.Tests` of .NET, `okio-testing-support` of Gradle, `testing_support` of gems, and benchmarks.
      /^[\w.-]*(?:integration|acceptance|functional|unit|smoke|load|regression|system|typing|types?)[-_]tests?$/,
      /^(?:integration|acceptance|functional|unit|smoke|load|regression|system)tests$/,
      /^[\w.-]+\.tests?$|^(?:[\w.]+-)*test(?:ing)?[-_]?(?:support|utils?|helpers?)$|^bench(?:es|marks?)$/,
      /^micro[-_]?bench(?:es|marks?)?$/,
      // Suites that check parsers: `json-tests`, `yaml-test-suite`, `JSONTestSuite`.
      /^(?:json|ya?ml|toml|xml|csv|html\d?|parser|conformance|compliance)[-_]?test(?:s|[-_]?suites?)$/,
      // Source sets of Kotlin without `src/` above: `core/jvmTest/`.
      /^(?:common|jvm|js|native|android|desktop|ios|wasm)(?:js|wasi|unit|host|instrumented)?test$/,
    ),
    // Source sets of Gradle and Kotlin: `src/jvmTest/`, `src/integrationTest/`; at the root, programs for tests. Perl's
    // prove looks for tests in `t/`. Some packages of Python are called `bench/`: there only the name of a file marks a
    // benchmark.
    // `docker/dummy/` stands in for a server.
    path: anyOf(
      /^(?:docker|ci)\/(?:dummy|mocks?)\//,
      /(?:^|\/)src\/(?!(?:con|la|grea|fas)test\/)(?:[a-z\d]+test|testfixtures)\//,
      // Source sets of their own with the languages below: `src/integration/kotlin/`.
      /(?:^|\/)src\/(?:integration|functional|acceptance|it)\/(?:java|kotlin|groovy|scala|resources)\//,
      // Go's packages that help tests, as `httptest` does: `internal/storetest/`.
      /(?:^|\/)internal\/(?:[^/]+\/)*(?!(?:con|la|at|pro|grea|back|pen|speed)test\/)[a-z]{2,}test\/[^/]+\.go$/,
      /^(?:integration(?:-tests?)?|t)\//,
      /(?:^|\/)bench\/(?!.*\.py$)/,
    ),
    name: anyOf(
      /[._-](?:tests?|specs?|cy|e2e)\.(?!ya?ml$)\w+$/,
      /^(?:test|bench(?:mark)?)[-_].*\.py$|[-_]bench(?:mark)?\.py$|^conftest\.py$/,
      /[a-z0-9](?:Tests?|TestCase)\.(?:java|kt|cs|php|swift)$/,
      // Stand-ins of Go for the parts that a test does not try: `mock.go`, `store_mock.go`, `mock_store.go`.
      /^(?:\w+_)?mocks?\.go$|^mock_\w+\.go$/,
      // Files that a parser has to refuse.
      /^(?:fail|invalid|malformed|broken)[-_]?\d*\.(?:json|ya?ml|toml|xml)$/,
      // Files with a mistake that their name tells, and those of JSONTestSuite.
      new RegExp(
        String.raw`(?:^|[-_])(?:same|dup(?:licated?)?|repeated|doubled)[-_](?:keys?|members?|names?)(?:[-_].*)?\.` +
          String.raw`(?:json|ya?ml|toml)$|^[yni]_(?:array|number|object|string|structure)_.*\.json$`,
      ),
    ),
  },
  generated: {
    folder: /^(?:generated|__generated__)$/,
    path: /(?:^|\/)migrations\/\d{4}_[^/]+\.py$/,
    name: anyOf(
      /\.pb(?:\.gw)?\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|d\.ts)$/,
      /\.(?:g|freezed)\.dart$|\.[Dd]esigner\.cs$|[._-]generated\.\w+$|\.gen\.(?:[jt]sx?|go)$/,
    ),
  },
  lockfile: {
    name: anyOf(
      /^(?:package-lock|npm-shrinkwrap|packages\.lock)\.json$/i,
      /^(?:pnpm-lock\.yaml|go\.sum|gradle\.lockfile|[\w-]+\.lock|\.terraform\.lock\.hcl)$/i,
    ),
  },
  'build-output': {
    folder: anyOf(
      /^(?:dist|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|coverage|htmlcov|__pycache__|\.gradle)$/,
      /^(?:cdk\.out|\.serverless|\.aws-sam)$/,
      // The output folder of Jekyll and Eleventy.
      /^_site$/,
      /^(?:dist-(?:types|typings)|client-dist)$/,
    ),
    path: anyOf(
      /(?:^|\/)(?:target\/(?:(?:test-)?classes|debug|release)|build\/(?:classes|intermediates|outputs|reports))\//,
      // The output folders of the bundlers of Rails and of Laravel.
      /(?:^|\/)(?:app\/assets\/builds|public\/(?:js|css)\/build)\//,
    ),
    // Bundlers put the module format into the name. Anybody may do so, so the name alone is a hint.
    name: /^(?!.*\.config\.).+\.(?:umd|iife)\.[mc]?js$/,
  },
  minified: { name: /[.-]min\.[mc]?(?:js|css)$|\.bundle\.(?:js|css)$|\.(?:js|css)\.map$/ },
  vendored: {
    folder: /^(?:vendors?|_vendor|_?vendored|third[-_]?party|godeps|pods|carthage|\.yarn)$/,
    path: anyOf(LIBRARIES_OF_PAGES, PLUGINS_OF_JQUERY, FOLDERS_OF_COPIES, FILES_TO_COPY),
    // Copies of the libraries that pages have loaded from their own site since before package managers existed.
    name: new RegExp(
      '^(?:jquery|bootstrap|angular|backbone|underscore|lodash|modernizr|html5shiv|mootools|three|d3|normalize)' +
        String.raw`(?:[-.](?:v?\d[\w.]*|slim|bundle|module|ui|rtl|theme))*\.(?:js|css)$`,
      'i',
    ),
  },
  environment: {
    folder: anyOf(
      /^(?:\.venv|venv|virtualenv|site-packages|__pypackages__|\.tox|\.nox|\.conda|\.direnv|\.bundle|\.terraform)$/,
      /^(?:node_modules|bower_components|jspm_packages)$/,
    ),
  },
};

const ROLES = FILE_ROLES.filter((role) => role !== 'own' && role !== 'ignored').toReversed();

/**
 * The package `com.example.demo`, which generators of projects write where no other name was chosen. Its folders say
 * nothing about the purpose of the code.
 */
const UNNAMED_PACKAGE =
  /((?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)\/\w+)\/example(?:\/(?:demo|example|sample))?(?=\/)/;

/** @param path relative to the target, with slashes */
export function fileRole(path: string): FileRole {
  const lower = path.toLowerCase().replace(UNNAMED_PACKAGE, '$1');
  const folders = lower.split('/').slice(0, -1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const fits = ({ folder, path: part, name: file }: Signs) =>
    folders.some((each) => folder?.test(each)) || part?.test(lower) || file?.test(name);
  return ROLES.find((role) => fits(SIGNS[role])) ?? 'own';
}

/** A file that a framework generates once, and people then edit. */
const MIGRATION = SIGNS.generated.path!;
/** A library's release: its name with a version, or with a word that only releases have. */
const RELEASE = /[-.](?:v?\d[\w.]*|slim|bundle|rtl)\.(?:js|css)$/i;
/** A folder whose name alone marks third-party code. */
const SURE_FOLDER = /(?:^|\/)(?:vendors?|_vendor|_?vendored|third[-_]?party|godeps|pods|carthage|\.yarn)\//;
/** Packages of Python have such a folder beside their own modules. Nobody means the vendors of a shop by it. */
const COPIES_IN_PACKAGE = /(?:^|\/)_vendor(?:ed)?\//;
/** The folders of a project's own code. A `vendor` folder below one may well be about the vendors of a shop. */
const OWN_CODE = /(?:^|\/)(?:src|app)\//;

/**
 * Whether the path is proof that nobody writes the file by hand. If not, as with `src/vendor/`, `bootstrap.js` or
 * `pay.umd.js`, the role is only a hint.
 */
export function isCertain(path: string, role: FileRole): boolean {
  const lower = path.toLowerCase();
  switch (role) {
    case 'generated':
      return !MIGRATION.test(lower);
    case 'vendored':
      if (LIBRARIES_OF_PAGES.test(lower) || COPIES_IN_PACKAGE.test(lower)) return true;
      if (!SURE_FOLDER.test(lower) && (FOLDERS_OF_COPIES.test(lower) || FILES_TO_COPY.test(lower))) return false;
      return RELEASE.test(lower) || !isByNameAlone(path, role) ? !OWN_CODE.test(lower) : false;
    case 'build-output':
      return !OWN_CODE.test(lower) && !isByNameAlone(path, role);
    default:
      return (LEFT_OUT_ROLES as readonly FileRole[]).includes(role);
  }
}

/** Whether only the file's name gives the role, not a folder. */
const isByNameAlone = (path: string, role: FileRole): boolean => placeOfRole(path, role) === path;

/** The folder whose name gives files in it the role, with a slash; else the path itself. */
export function placeOfRole(path: string, role: FileRole): string {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const folder = path.slice(0, end + 1);
    if (fileRole(`${folder}_`) === role) return folder;
  }
  return path;
}
