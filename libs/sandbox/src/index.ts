export { endWithParent, writeResult } from './child-side';
export {
  type Confinement,
  type Protection,
  type ProtectionName,
  type Wrapper,
  confine,
  detectConfinement,
  firstWorkingWrapper,
  protection,
  wrappersOf,
} from './confinement';
export type { Needs } from './needs';
export { findPrograms } from './own-root';
export { watchMemory } from './memory-watch';
export { processTree } from './process-tree';
export { OverlongLine, readLines } from './read-lines';
export { type SandboxEnd, type SandboxOptions, type SandboxedProcess, startSandboxed } from './sandboxed-process';
