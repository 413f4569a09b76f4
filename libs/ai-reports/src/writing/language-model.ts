import type { Brief } from '../domain/brief';
import type { IssueBrief } from '../domain/issue-help';

/** Dependency injection token of the {@link LanguageModel}. */
export const LANGUAGE_MODEL = Symbol('LanguageModel');

/** Writes the sentences of a report. Its drafts are checked: see `checkedProse`. */
export interface LanguageModel {
  readonly kind: 'rules' | 'model';
  /** The name of the writer in the report. */
  readonly name: string;
  /**
   * A draft: for each slot, sentences with the references of the evidence that they rest on.
   *
   * @throws ModelFailed if its answer is of no use, or late
   */
  write(brief: Brief): Promise<unknown>;
  /**
   * A draft about single findings: sentences by the reference of the finding. It is checked, too. Rules write none: all
   * that they know of a finding is part of the finding.
   *
   * @throws ModelFailed
   */
  writeIssues(brief: IssueBrief): Promise<unknown>;
}

/** The model gave no draft. Nothing is charged for the report. */
export class ModelFailed extends Error {
  constructor(
    readonly reason: 'unreachable' | 'refused' | 'timed_out' | 'unreadable' | 'too_long',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ModelFailed';
  }
}
