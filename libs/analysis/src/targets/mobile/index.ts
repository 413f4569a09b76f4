export type { BuildIdentity } from './observe-apk';
export { type Build, type BuildKind, type ReadBuildOptions, readBuild } from './read-build';
