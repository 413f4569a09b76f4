import type { ListedPackages } from '@assay/analysis';
import type { StagedFile } from '@assay/target-records';
import { Injectable } from '@nestjs/common';

/** A part of one package list, with the place of the list in the target. */
export interface ListedPart extends Omit<ListedPackages, 'file' | 'place'> {
  readonly place: string;
  /** Undefined for a list of the target's own code. */
  readonly role?: StagedFile['role'];
}

/**
 * Collects the packages of the target for callers that need no findings, such as `assay sbom`. A repeated pass reports
 * a list again.
 */
@Injectable()
export class PackageListing {
  private listener: ((list: ListedPart) => void) | undefined;

  get isWanted(): boolean {
    return this.listener !== undefined;
  }

  want(listener: (list: ListedPart) => void): void {
    this.listener = listener;
  }

  receive({ file, place, ...listed }: ListedPackages, files: readonly StagedFile[]): void {
    const staged = files.find((each) => each.staged === file);
    if (!staged) return; // no file of the pass: the process that wrote it is not trusted
    this.listener?.({ ...listed, place: place ?? staged.path, ...(staged.role && { role: staged.role }) });
  }
}
