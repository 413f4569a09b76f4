import { profile as actionlint } from './actionlint/actionlint.profile';
import { profile as apkManifest } from './apk-manifest/apk-manifest.profile';
import { profile as astGrep } from './ast-grep/ast-grep.profile';
import { profile as attw } from './attw/attw.profile';
import { profile as biome } from './biome/biome.profile';
import { profile as commits } from './commits/commits.profile';
import { profile as cspell } from './cspell/cspell.profile';
import { profile as dclint } from './dclint/dclint.profile';
import { profile as depcheck } from './depcheck/depcheck.profile';
import { profile as dependencyCruiser } from './dependency-cruiser/dependency-cruiser.profile';
import { profile as dockerfilelint } from './dockerfilelint/dockerfilelint.profile';
import type { EngineProfile } from './engine-profile';
import { profile as eslint } from './eslint/eslint.profile';
import { profile as graphql } from './graphql/graphql.profile';
import { profile as htmlValidate } from './html-validate/html-validate.profile';
import { profile as htmlhint } from './htmlhint/htmlhint.profile';
import { profile as httpAnswers } from './http-answers/http-answers.profile';
import { profile as imageConfig } from './image-config/image-config.profile';
import { profile as imageFilesystem } from './image-filesystem/image-filesystem.profile';
import { profile as images } from './images/images.profile';
import { profile as ipaPlist } from './ipa-plist/ipa-plist.profile';
import { profile as jscpd } from './jscpd/jscpd.profile';
import { profile as kubernetes } from './kubernetes/kubernetes.profile';
import { profile as lighthouse } from './lighthouse/lighthouse.profile';
import { profile as links } from './links/links.profile';
import { profile as manifests } from './manifests/manifests.profile';
import { profile as markdownlint } from './markdownlint/markdownlint.profile';
import { profile as oxlint } from './oxlint/oxlint.profile';
import { profile as page } from './page/page.profile';
import { profile as prose } from './prose/prose.profile';
import { profile as publint } from './publint/publint.profile';
import { profile as redocly } from './redocly/redocly.profile';
import { profile as regexDos } from './regex-dos/regex-dos.profile';
import { profile as ruff } from './ruff/ruff.profile';
import { profile as secretlint } from './secretlint/secretlint.profile';
import { profile as site } from './site/site.profile';
import { profile as sourceSize } from './source-size/source-size.profile';
import { profile as spectral } from './spectral/spectral.profile';
import { profile as sql } from './sql/sql.profile';
import { profile as stylelint } from './stylelint/stylelint.profile';
import { profile as svg } from './svg/svg.profile';
import { profile as tls } from './tls/tls.profile';
import { profile as typescriptExports } from './typescript-exports/typescript-exports.profile';
import { profile as workflowSecurity } from './workflow-security/workflow-security.profile';

/** Every engine there is. */
export const engineProfiles: readonly EngineProfile[] = [
  actionlint,
  apkManifest,
  astGrep,
  attw,
  biome,
  commits,
  cspell,
  dclint,
  depcheck,
  dependencyCruiser,
  dockerfilelint,
  eslint,
  graphql,
  htmlValidate,
  htmlhint,
  httpAnswers,
  imageConfig,
  imageFilesystem,
  images,
  ipaPlist,
  jscpd,
  kubernetes,
  lighthouse,
  links,
  manifests,
  markdownlint,
  oxlint,
  page,
  prose,
  publint,
  redocly,
  regexDos,
  ruff,
  secretlint,
  site,
  sourceSize,
  spectral,
  sql,
  stylelint,
  svg,
  tls,
  typescriptExports,
  workflowSecurity,
];
