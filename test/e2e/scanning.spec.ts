// How sessions start, run and end. Suites share a spec file, since each file loads the 700 modules of the service anew.
import './automations.suite';
import './directory-roots.suite';
import './project-configuration.suite';
import './scans.suite';
import './schedules.suite';
import './session-events.suite';
import './sessions.suite';
import './stream-limits.suite';
import './suppressions.suite';
