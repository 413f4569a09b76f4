// What is left of a session: findings, reports, the bill. Suites share a spec file, since each file loads the 700
// modules of the service anew.
import './ai-reports.suite';
import './auto-topups.suite';
import './billing.suite';
import './deleted-projects.suite';
import './findings.suite';
import './issue-help.suite';
import './lifecycle.suite';
import './newer-release.suite';
import './purchases.suite';
import './own-history.suite';
import './reports.suite';
