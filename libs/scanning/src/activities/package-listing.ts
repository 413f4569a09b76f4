import type { ListedPackages } from '@assay/analysis';
import type { StagedFile } from '@assay/target-records';
import { Injectable } from '@nestjs/common';

/** A part of what one list of packages has, by its place in the target. */
export interface ListedPart extends Omit<ListedPackages, 'file' | 'place'> {
  readonly place: string;
  /** Undefined for a list of the target's own. */
  readonly role?: StagedFile['role'];
}

/**
 * Where a process wants to know which packages its target has, as `assay sbom` does, and not what is wrong with them.
 * A pass that was repeated tells a list again.
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
    if (!staged) return; // no file of the pass: the process that wrote it is not believed
    this.listener?.({ ...listed, place: place ?? staged.path, ...(staged.role && { role: staged.role }) });
  }
}
