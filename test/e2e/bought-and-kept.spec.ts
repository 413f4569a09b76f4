// Purchases of an organization besides its scans, and data that is kept for long. Part of `npm run test:long`. Suites
// share a spec file, since each file loads the 700 modules of the service.
import './ai-reports.suite';
import './auto-topups.suite';
import './deleted-projects.suite';
import './issue-help.suite';
import './newer-release.suite';
import './own-history.suite';
import './project-configuration.suite';
import './purchases.suite';
