// The boundaries of ARCHITECTURE.md, enforced: dependencies point inwards, contexts meet only through their index.ts,
// and a domain knows nothing but the kernel.
const CONTEXTS =
  'ai-reports|automations|hosting|identity|integrations|notifications|projects|scanning|findings|billing|verdicts';

const PORTS =
  'advisories|archives|event-store|read-models|orchestration|schedules|secrets|sqlite|sandbox|sandbox-child|' +
  'source-text|target-records|targets|analysis|payments|platform';

/** Of libs/analysis/src/engines: what several adapters use, and what runs them. All other folders are engines. */
const SHARED_BY_ENGINES = 'kit|infrastructure|runtime';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'kernel-knows-nobody',
      severity: 'error',
      from: { path: '^libs/kernel/src' },
      to: { path: '^(apps|libs/(?!kernel/)|projections|workflows)' },
    },
    {
      name: 'domain-knows-only-the-kernel',
      severity: 'error',
      from: { path: `^libs/(${CONTEXTS})/src/domain/`, pathNot: '\\.spec\\.ts$' },
      to: { path: '.', pathNot: ['^libs/$1/src/domain/', '^libs/kernel/src/'] },
    },
    {
      name: 'libraries-meet-through-their-index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/(?!$1/)[^/]+/(?!src/index\\.ts$)' },
    },
    {
      name: 'apps-use-libraries-through-their-index',
      severity: 'error',
      from: { path: '^(apps|projections|workflows)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/[^/]+/(?!src/index\\.ts$)' },
    },
    {
      name: 'apps-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/(?!$1/)' },
    },
    {
      name: 'ports-do-not-know-contexts',
      severity: 'error',
      from: { path: `^libs/(${PORTS})/src` },
      to: { path: `^libs/(${CONTEXTS})/` },
    },
    {
      name: 'only-the-outside-knows-http-and-the-composition',
      severity: 'error',
      from: { path: '^libs/(?!http-api/|runtime/)', pathNot: '/test/' },
      to: { path: '^libs/(http-api|runtime)/' },
    },
    {
      name: 'http-does-not-know-the-composition',
      severity: 'error',
      from: { path: '^libs/http-api/' },
      to: { path: '^libs/runtime/' },
    },
    {
      name: 'engines-know-neither-acquisition-nor-network',
      severity: 'error',
      from: { path: '^libs/(analysis|archives|target-records)/src', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^libs/targets/', '^(node:)?(net|http|https|tls|dns|dgram|http2)$', 'node_modules/undici/'] },
    },
    {
      name: 'engines-do-not-know-each-other',
      severity: 'error',
      from: {
        path: `^libs/analysis/src/engines/(?!(?:${SHARED_BY_ENGINES})/)([^/]+)/`,
        pathNot: '\\.spec\\.ts$',
      },
      to: { path: `^libs/analysis/src/engines/(?!(?:$1|${SHARED_BY_ENGINES})/)[^/]+/` },
    },
    {
      name: 'what-engines-share-knows-no-engine',
      severity: 'error',
      from: { path: `^libs/analysis/src/engines/(${SHARED_BY_ENGINES})/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^libs/analysis/src/engines/(?!(?:${SHARED_BY_ENGINES})/)[^/]+/` },
    },
    {
      name: 'targets-do-not-know-engines',
      severity: 'error',
      from: {
        path: '^libs/(archives|targets|target-records|sandbox|sandbox-child|source-text)/src',
        pathNot: '\\.spec\\.ts$',
      },
      to: { path: '^libs/analysis/' },
    },
    {
      name: 'libraries-do-not-know-apps',
      severity: 'error',
      from: { path: '^(libs|projections|workflows)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(apps|bench|test)/' },
    },
    {
      name: 'projections-are-pure',
      severity: 'error',
      from: { path: '^projections/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'workflows-know-nobody',
      severity: 'error',
      from: { path: '^workflows/', pathNot: '\\.spec\\.ts$' },
      to: { path: '.', pathNot: ['^workflows/', 'node_modules/@temporalio/(workflow|common)/'] },
    },
    {
      name: 'the-session-is-written-for-every-orchestrator',
      severity: 'error',
      from: { path: '^workflows/', pathNot: '\\.(workflow|interceptors)\\.ts$' },
      to: { path: 'node_modules/' },
    },
    {
      name: 'temporal-stays-behind-its-port',
      severity: 'error',
      from: { pathNot: ['^libs/orchestration/src/temporal/', '^workflows/'] },
      to: { path: 'node_modules/@temporalio/' },
    },
    {
      name: 'databases-are-opened-in-one-place',
      severity: 'error',
      from: { pathNot: ['^libs/sqlite/', '^bench/'] },
      to: { path: 'node_modules/better-sqlite3' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist|/samples/|(^|/)test/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
