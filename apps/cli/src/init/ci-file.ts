import type { BuildServer } from './remote-host';

/** Which Assay a build server is to use: `owner/assay`, and a tag, branch or commit of it. */
export interface AssayUsed {
  readonly repository: string;
  readonly ref: string;
}

/** The file that a build server reads, relative to the repository. */
export interface CiFile {
  readonly path: string;
  readonly text: string;
}

/** @param written `owner/assay@v1`; without `@` the tag of this release */
export function assayUsed(written: string, version: string): AssayUsed | undefined {
  const [, repository, ref = `v${version}`] = /^([\w.-]+(?:\/[\w.-]+)+)(?:@([\w./-]+))?$/.exec(written) ?? [];
  return repository === undefined ? undefined : { repository, ref };
}

/** Placeholder in the file if the user has not named a repository. */
export const PLACEHOLDER: AssayUsed = { repository: '<owner>/assay', ref: '<tag>' };

/** As `docs/ci.md` has them. */
export function ciFile(server: BuildServer, { repository, ref }: AssayUsed): CiFile {
  return server === 'github'
    ? { path: '.github/workflows/assay.yml', text: workflow(repository, ref) }
    : { path: '.gitlab-ci.yml', text: pipeline(repository, ref) };
}

const workflow = (repository: string, ref: string): string => `name: Assay
on:
  push:
  pull_request:
permissions:
  contents: read
  security-events: write
jobs:
  assay:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: ${repository}/ci/github@${ref}
        with:
          config: assay.yml
`;

const pipeline = (repository: string, ref: string): string => `include:
  - project: ${repository}
    ref: ${ref}
    file: ci/gitlab/assay.gitlab-ci.yml
# The variable ASSAY_IMAGE names the image that the Dockerfile of Assay builds: set it for the project or its group.
variables:
  SCAN_CONFIG: assay.yml
`;
