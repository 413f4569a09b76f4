import { type EngineFaults, inflict } from '../faults/engine-faults';

// Loaded before a process of the service: its installation lacks what the test says.
inflict(JSON.parse(process.env['ENGINE_FAULTS'] ?? '{}') as EngineFaults);
