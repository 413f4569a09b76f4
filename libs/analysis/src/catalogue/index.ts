import { ansibleTools } from './ansible';
import { astGrepTools } from './ast-grep';
import { cloneTools } from './code-duplication';
import { sourceSizeTools } from './code-size';
import { cppcheckTools } from './programs/cppcheck';
import { gosecTools } from './programs/gosec';
import { dclintTools, ownComposeTools } from './compose';
import { cspellTools } from './cspell';
import { depcheckTools } from './declared-dependencies';
import { vulnerableDependencyTools } from './dependencies';
import { dockerfileTools, ownDockerfileTools } from './dockerfile';
import { eslintTools } from './eslint';
import { actionlintTools, workflowSecurityTools } from './github-actions';
import { commitTools, secretHistoryTools } from './git';
import { flowTools } from './flow';
import { gitlabTools } from './gitlab';
import { graphqlTools } from './graphql';
import { htmlValidateTools } from './html-validate';
import { htmlhintTools } from './htmlhint';
import { biomeTools } from './javascript-biome';
import { oxlintTools } from './javascript-oxlint';
import { imageConfigTools, imageFilesystemTools } from './image';
import { kubernetesTools } from './kubernetes';
import { lighthouseTools } from './lighthouse';
import { logicTools } from './logic';
import { manifestTools } from './manifests';
import { markdownlintTools } from './markdownlint';
import { markupTools } from './markup';
import { apkManifestTools, ipaPlistTools } from './mobile';
import { dependencyCruiserTools } from './module-graph';
import { attwTools, publintTools } from './npm-packages';
import { openapiTools } from './openapi';
import { pageTools } from './page';
import { imageTools, svgTools } from './pictures';
import { proseTools } from './prose';
import { ruffTools } from './python';
import { regexDosTools } from './regex-dos';
import { secretlintTools } from './secrets';
import { serverTools } from './server-settings';
import { shellTools } from './shell';
import { httpAnswerTools, linkTools, siteTools, tlsTools } from './site';
import { sqlTools } from './sql';
import { stylelintTools } from './stylelint';
import { infrastructureTools } from './infrastructure';
import type { ToolDefinition } from './tool';
import { typescriptTools } from './typescript-exports';

/** All tools, in the order in which lists show them. */
export const catalogue: readonly ToolDefinition[] = [
  ...secretlintTools,
  ...secretHistoryTools,
  ...eslintTools,
  ...oxlintTools,
  ...biomeTools,
  ...ruffTools,
  ...astGrepTools,
  ...flowTools,
  ...logicTools,
  ...cppcheckTools,
  ...gosecTools,
  ...regexDosTools,
  ...dependencyCruiserTools,
  ...typescriptTools,
  ...depcheckTools,
  ...manifestTools,
  ...vulnerableDependencyTools,
  ...commitTools,
  ...publintTools,
  ...attwTools,
  ...cloneTools,
  ...sourceSizeTools,
  ...stylelintTools,
  ...htmlValidateTools,
  ...htmlhintTools,
  ...markupTools,
  ...pageTools,
  ...lighthouseTools,
  ...shellTools,
  ...actionlintTools,
  ...workflowSecurityTools,
  ...gitlabTools,
  ...dockerfileTools,
  ...ownDockerfileTools,
  ...dclintTools,
  ...ownComposeTools,
  ...kubernetesTools,
  ...infrastructureTools,
  ...ansibleTools,
  ...serverTools,
  ...imageConfigTools,
  ...imageFilesystemTools,
  ...apkManifestTools,
  ...ipaPlistTools,
  ...sqlTools,
  ...graphqlTools,
  ...openapiTools,
  ...markdownlintTools,
  ...cspellTools,
  ...proseTools,
  ...imageTools,
  ...svgTools,
  ...httpAnswerTools,
  ...tlsTools,
  ...linkTools,
  ...siteTools,
];
