export { checkRunChannel } from './code-hosts/check-run.channel';
export { HostLimits } from './code-hosts/host-limits';
export { commitStatusChannel } from './code-hosts/commit-status.channel';
export { pullRequestCommentChannel } from './code-hosts/pull-request-comment.channel';
export { GiveVerdict, type VerdictTerms } from './commands/give-verdict/give-verdict';
export {
  type Gate,
  type GateDecision,
  type GateFacts,
  type MissingTool,
  decideOn,
  gatedSeverities,
  isGated,
} from './domain/gate';
export { recordedVerdict } from './domain/recorded-verdict';
export {
  VERDICTS,
  type VerdictConditions,
  type VerdictEvent,
  type VerdictGiven,
  type VerdictKind,
  type VerdictOutcome,
  verdictStream,
} from './domain/verdict-events';
export { newFindingIds } from './new-finding-ids';
export { GetVerdict } from './queries/get-verdict/get-verdict';
export { type VerdictDocument, verdictDocuments } from './queries/get-verdict/verdict-document';
export { deleteVerdicts } from './reactors/delete-verdicts.reactor';
export { judgeScans, judgeUnfinished } from './reactors/judge-scans';
export { tellPullRequest } from './reactors/tell-pull-request.reactor';
export { tellCommitStatus } from './reactors/tell-commit-status.reactor';
export { VerdictsModule } from './verdicts.module';
