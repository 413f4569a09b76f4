import type { CredentialStores } from '@assay/integrations';
import type { TargetKind } from '@assay/kernel';
import type { SourceKind } from '../domain/session-target';
import type { ReceivedUpload } from '../domain/upload';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import type { TargetSources } from './target-sources';

/**
 * Everything that differs between kinds of target. A kind is a module in `kinds/` and one entry in the list of
 * `kinds/index.ts`. The module declares the fields that are stored (`TargetFields`) and exports its definition.
 */
export interface TargetDefinition<Target extends { readonly kind: SourceKind }> {
  /** The catalogue's name for it, which decides the tools that apply. */
  readonly cataloguedAs: TargetKind;
  /** Whether each of its files has a role. In a published package, an image, a build or a site, all files count. */
  readonly filesHaveRoles: boolean;
  /** Whether its records cover all of it. For a site, only some pages are visited. */
  readonly recordsAreWhole: boolean;

  /** The source type shown for its scans. Default: the kind's name. */
  readonly sourceType?: SourceKind;

  /** POST /api/v1/scans with the kind as the source type; undefined if that request cannot name such a target. */
  readonly fromScan?: ScanSource<Target>;
  /** POST /api/v1/analysis/sessions with the kind's name as the target's field; undefined if it has no such field. */
  readonly fromSession?: SessionSource<Target>;
  /** Reads an argument of the command line; undefined if the argument names a target of another kind. */
  readonly fromText?: (text: string) => Target | undefined;
  /** Recognises an uploaded file by its content; undefined if the file is a target of another kind. */
  readonly fromUpload?: (upload: Pick<ReceivedUpload, 'uploadId' | 'kind'>) => Target | undefined;
  /** Its name in the command line's help. */
  readonly written?: string;

  /**
   * Refuses a target that is known to be wrong without contacting anything. Errors that only fetching shows fail the
   * session later.
   *
   * @returns the target in its canonical notation
   * @throws RefusedError
   */
  admit(target: Target, admission: Admission): Target | Promise<Target>;

  /**
   * Fetches the target to this machine, to be staged from there.
   *
   * @throws what `failureCode` and `acquisitionFailure` know, InfrastructureError, the signal's reason
   */
  acquire(target: Target, acquisition: Acquisition, access: TargetAccess): Promise<AcquiredTarget>;

  /**
   * Whether the target may have a history. Without one, tools that read a history are not planned. Default: true for
   * kinds to which such tools apply.
   */
  hasHistory?(target: Target): Promise<boolean>;

  /** The code of a session's failure, for errors that only this kind has. */
  readonly failureCode?: (error: unknown) => string | undefined;

  /** One line of text. */
  describe(target: Target): string;

  /** A text that stays the same when the same target is analysed again, so that decisions on findings carry over. */
  identity(target: Target): string;

  /** The target in answers, in the same fields as in requests. */
  view(target: Target): TargetView;
  /** The fields of `view`, for the documentation. */
  readonly viewFields: Readonly<Record<string, 'text' | 'list of texts'>>;
}

export type TargetView = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The fields of a scan that name its target. All are optional here; each kind says which ones it needs. */
export type ScanFields = Readonly<Record<string, string | undefined>>;

/** How one of these fields is checked and documented. */
export interface ScanField {
  /** In characters. */
  readonly max: number;
  readonly description: string;
  /** The value of an absent field, for the documentation only: the form that reads the field applies it. */
  readonly default?: string;
}

export interface ScanSource<Target> {
  /** The fields by name. A field of several kinds has one description. */
  readonly fields: Readonly<Record<string, ScanField>>;
  /** If the field of no form is there, the first form applies. */
  readonly forms: readonly [ScanForm<Target>, ...ScanForm<Target>[]];
}

/** How the field of a session that names its target is read. A field that holds several values is a list. */
export interface SessionSource<Target> {
  target(values: readonly string[]): Target;
  /** The values that must be addresses. */
  readonly areAddresses: boolean;
}

/** One way to name the target. */
interface ScanForm<Target> {
  /** The field that names it. */
  readonly takes: string;
  /** A field that names a target in another form, and in this form adds to it. */
  readonly also?: string;
  target(value: string, fields: ScanFields): Target;
}

/** The inputs for the admission of a target. */
export interface Admission {
  readonly sources: Pick<TargetSources, 'guard' | 'addresses' | 'ownPaths'>;
  /** The directory roots of the organization that asks. */
  directoryRoots(): Promise<readonly string[]>;
  /** @throws RefusedError UPLOAD_NOT_FOUND if the organization has no such upload */
  received(uploadId: string): Promise<ReceivedUpload>;
}

/** The organization that a target is fetched for, and the means of access. */
export interface TargetAccess {
  readonly organizationId: string;
  readonly sources: TargetSources;
  /** The directory roots that the organization has now. */
  directoryRoots(): Promise<readonly string[]>;
  readonly credentials: CredentialStores;
}
