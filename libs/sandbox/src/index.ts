export {
  type Confinement,
  type Protection,
  type ProtectionName,
  type Wrapper,
  confine,
  detectConfinement,
  protection,
} from './confinement';
export { type ControlGroup, type ControlGroups, detectControlGroups, groupsIn } from './control-groups';
export { type Attempts, type ConfinedKind, detectFor } from './detect';
export { killTree } from './kill-tree';
export { MOST_PROCESSES, type Needs } from './needs';
export { findPrograms } from './own-root';
export { watchMemory } from './memory-watch';
export { letEnginesGiveWay, lowerAutogroup } from './priority';
export { missingProtections } from './required';
export { processTree } from './process-tree';
export { OverlongLine, readLines } from './read-lines';
export { type SandboxEnd, type SandboxOptions, type SandboxedProcess, startSandboxed } from './sandboxed-process';
