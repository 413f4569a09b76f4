import type { CredentialStores } from '@assay/integrations';
import type { TargetKind } from '@assay/kernel';
import type { SourceKind } from '../domain/session-target';
import type { ReceivedUpload } from '../domain/upload';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import type { TargetSources } from './target-sources';

/**
 * All that is peculiar about one kind of target. A kind is a module in `kinds/`, which declares the fields that are
 * stored (`TargetFields`) and exports its definition, and one entry in the list of `kinds/index.ts`.
 */
export interface TargetDefinition<Target extends { readonly kind: SourceKind }> {
  /** What the catalogue calls it: which tools apply. */
  readonly cataloguedAs: TargetKind;
  /** The source type that a scan of it shows. Default: the kind. */
  readonly sourceType?: SourceKind;

  /** POST /api/v1/scans with the kind as the source type; undefined where it cannot be asked for there. */
  readonly fromScan?: ScanSource<Target>;
  /** The command line's text; undefined where the text is of another kind. */
  readonly fromText?: (text: string) => Target | undefined;
  /** A file that was received, by what its content is; undefined where the file is of another kind. */
  readonly fromUpload?: (upload: Pick<ReceivedUpload, 'uploadId' | 'kind'>) => Target | undefined;
  /** How the command line's help names it. */
  readonly written?: string;

  /**
   * Refuses at once what can be known at once, without contacting anything; what only fetching shows fails the session.
   *
   * @returns the target in its one notation
   * @throws RefusedError
   */
  admit(target: Target, admission: Admission): Target | Promise<Target>;

  /**
   * Brings it here, to be staged from.
   *
   * @throws what `failureCode` and `acquisitionFailure` know, InfrastructureError, the signal's reason
   */
  acquire(target: Target, acquisition: Acquisition, access: TargetAccess): Promise<AcquiredTarget>;

  /**
   * Whether there may be a history to read. Tools that read one are not planned where there is none. Default: where
   * such tools apply to the kind, there is one.
   */
  hasHistory?(target: Target): Promise<boolean>;

  /** The code of a session's failure, for the errors of this kind alone. */
  readonly failureCode?: (error: unknown) => string | undefined;

  /** One line for a person. */
  describe(target: Target): string;

  /** What stays the same when the same thing is analysed again, so that a judgement of a finding follows it. */
  identity(target: Target): string;

  /** As answers show it: in the words in which both interfaces ask for one. */
  view(target: Target): TargetView;
  /** The fields of `view`, for the documentation. */
  readonly viewFields: Readonly<Record<string, 'text' | 'list of texts'>>;
}

export type TargetView = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The fields of a scan that name its target: all of them optional, which ones are needed is the kind's to say. */
export type ScanFields = Readonly<Record<string, string | undefined>>;

/** One of them, as it is checked and documented. */
export interface ScanField {
  /** Characters. */
  readonly max: number;
  readonly description: string;
  /** What an absent one means. Documentation: the form that takes it makes it so. */
  readonly default?: string;
}

export interface ScanSource<Target> {
  /** By name. A field that several kinds take has one description. */
  readonly fields: Readonly<Record<string, ScanField>>;
  /** The first one is meant where the field of none is there. */
  readonly forms: readonly [ScanForm<Target>, ...ScanForm<Target>[]];
}

/** One way to name the target. */
interface ScanForm<Target> {
  /** The field that names it. */
  readonly takes: string;
  /** Another field that names targets elsewhere, and says more about it here. */
  readonly also?: string;
  target(value: string, fields: ScanFields): Target;
}

/** What a target is admitted by. */
export interface Admission {
  readonly sources: Pick<TargetSources, 'guard' | 'addresses' | 'ownPaths'>;
  /** Those of the organization that asks. */
  directoryRoots(): Promise<readonly string[]>;
  /** @throws RefusedError UPLOAD_NOT_FOUND where the organization has no such upload */
  received(uploadId: string): Promise<ReceivedUpload>;
}

/** On whose behalf a target is fetched, and what with. */
export interface TargetAccess {
  readonly organizationId: string;
  readonly sources: TargetSources;
  /** Those that the organization has now. */
  directoryRoots(): Promise<readonly string[]>;
  readonly credentials: CredentialStores;
}
