/**
 * Organisations on GitHub that publish an action for what they make themselves: a language, a package manager, a
 * build, a cloud. Several people keep them, their own instructions name a tag, and a thief of the tag could change the
 * program that the action brings as well. Single persons are left out, however well known.
 */
const VENDORS_OF_ACTIONS: ReadonlySet<string> = new Set(
  // Languages and their package managers.
  (
    'ruby rust-lang golang golangci dart-lang julia-actions erlef haskell-actions haskell ocaml r-lib swift-actions ' +
    'denoland oven-sh pnpm nodejs astral-sh pypa conda-incubator mamba-org prefix-dev graalvm coursier sbt ' +
    'scalacenter homebrew msys2 cygwin nixos determinatesystems cachix gleam-lang leanprover typst-community ' +
    // Builds, containers and checks.
    'gradle docker bazel-contrib bazelbuild buildpacks pre-commit pre-commit-ci android-actions ossf sigstore ' +
    'anchore bufbuild goreleaser hashicorp opentofu helm mozilla-actions cypress-io microsoft jetbrains ' +
    'sonarsource crate-ci editorconfig-checker ansible apache eclipse-temurin ' +
    // Clouds and services.
    'aws-actions azure google-github-actions cloudflare redhat-actions oracle-actions'
  ).split(' '),
);

/** Organisations whose actions take a report of coverage or speed, and a token only to name the run it is of. */
const TAKERS_OF_REPORTS: ReadonlySet<string> = new Set('codecov coverallsapp codacy codspeedhq qltysh codeclimate'.split(' '));

const ownerOf = (used: string): string => used.slice(0, used.indexOf('/')).toLowerCase();

/**
 * GitHub's own, which also runs the machine.
 * @param used `Owner/name/path@ref`
 */
export const isOfGitHub = (used: string): boolean => /^(?:actions|github|dependabot)\//i.test(used);

/** @param used `Owner/name/path@ref` */
export const isOfVendor = (used: string): boolean => VENDORS_OF_ACTIONS.has(ownerOf(used)) || takesReports(used);

/** @param used `Owner/name/path@ref` */
export const takesReports = (used: string): boolean => TAKERS_OF_REPORTS.has(ownerOf(used));
