// The results of a session besides its findings: the bill, reports, findings over time. Part of `npm run test:long`.
// Suites share a spec file, since each file loads the 700 modules of the service.
import './billing.suite';
import './lifecycle.suite';
import './reports.suite';
