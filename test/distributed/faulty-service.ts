import { type EngineFaults, inflict } from '../faults/engine-faults';

// The command line, on an installation that lacks what the test says. It is no module that the service loads first:
// confined processes inherit those, and do not see the tests.
inflict(JSON.parse(process.env['ENGINE_FAULTS'] ?? '{}') as EngineFaults);
require('../../apps/cli/src/main');
