import type { SourceKind, TargetOf } from '../../domain/session-target';
import type { TargetDefinition } from '../target-definition';
import { directory } from './directory';
import { container } from './image';
import { mobile } from './mobile';
import { pkgreg } from './package';
import { hosta, hostb } from './repository';
import { url, urls } from './site';
import { upload } from './upload';

type TargetKinds = { readonly [Kind in SourceKind]: TargetDefinition<TargetOf<Kind>> };

/** All kinds of target, in the order in which lists show them. */
export const targetKinds: TargetKinds = {
  directory,
  url,
  urls,
  hosta,
  hostb,
  upload,
  container,
  pkgreg,
  mobile,
};

export const definitionOf = <Kind extends SourceKind>({ kind }: TargetOf<Kind>): TargetDefinition<TargetOf<Kind>> =>
  targetKinds[kind];

/** The kinds' names, in the order of the list. */
export const SOURCE_KINDS = Object.keys(targetKinds) as SourceKind[];
