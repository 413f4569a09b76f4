// What is left of a session: findings, reports, the bill. Suites share a spec file, since each file loads the 700
// modules of the service.
import './billing.suite';
import './findings.suite';
import './lifecycle.suite';
import './reports.suite';
