export { type AdvisorySource, NO_ADVISORIES, hasAdvisories, openAdvisories } from './advisory-source';
export { affects, mendingVersion } from './affects';
export { type AdvisoryGroup, groupByAlias } from './alias-groups';
export { type DatabaseFacts } from './database/format';
export { ECOSYSTEM_NAMES, type Ecosystem, type EcosystemName, ecosystemText } from './ecosystems';
export { ImportRefused, type Imported, importAdvisories } from './import-advisories';
