// The findings of a scan. Suites share a spec file, since each file loads the 700 modules of the service.
import './findings.suite';
import './suppressions.suite';
