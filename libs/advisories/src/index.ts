export { type AdvisorySource, NO_ADVISORIES, hasAdvisories, openAdvisories } from './advisory-source';
export { type Advisory } from './advisory';
export { affects, mendingVersion } from './affects';
export { type AdvisoryGroup, groupByAlias } from './alias-groups';
export { AdvisoriesDamaged, type DatabaseFacts } from './database/format';
export { ECOSYSTEM_NAMES, type Ecosystem, type EcosystemName, ecosystemText, versionsOf } from './ecosystems';
export { ImportRefused, type Imported, importAdvisories } from './import-advisories';
