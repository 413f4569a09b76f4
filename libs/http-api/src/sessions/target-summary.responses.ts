import { shownTargetFields } from '@assay/scanning';
import { Property, count, flag, listOf, mapOf, optional, orNull, text, time } from '../openapi/property';

/** The target in the words of the request. Each kind of target shows its own fields. */
export class SessionTarget {
  readonly [name: string]: string | readonly string[] | undefined;
}
for (const [name, type] of Object.entries(shownTargetFields))
  Property(optional<string | readonly string[]>(type === 'text' ? text : listOf(text)))(SessionTarget.prototype, name);

class LeftOutFile {
  @Property(text)
  path!: string;

  @Property(text)
  reason!: string;
}

class LeftOutFiles {
  @Property(count)
  total!: number;

  @Property(listOf(LeftOutFile))
  first!: readonly LeftOutFile[];
}

/** Files that are not simply the target's own code, and why. */
class FilesOfRole {
  /** Such as test, vendored or generated. */
  @Property(text)
  role!: string;

  /** The source of the role: path, git, attributes, ignore file, header, source map or measured. */
  @Property(text)
  basis!: string;

  /** Whether they are left out: read for secrets and licences alone, and not charged. */
  @Property(flag)
  leftOut!: boolean;

  @Property(count)
  files!: number;

  /** Lines of code. */
  @Property(count)
  lines!: number;

  /** The first places: folders, or files. */
  @Property(listOf(text))
  first!: readonly string[];
}

class TargetRepository {
  @Property(text)
  name!: string;

  @Property(text)
  branch!: string;

  @Property(text)
  commit!: string;

  @Property(orNull(time))
  committedAt!: string | null;
}

class TargetPackage {
  @Property(text)
  name!: string;

  @Property(text)
  version!: string;

  @Property(text)
  integrity!: string;
}

class TargetUpload {
  @Property(text)
  filename!: string;

  @Property(text)
  sha256!: string;
}

class TargetImage {
  @Property(text)
  name!: string;

  @Property(text)
  digest!: string;
}

class TargetBuild {
  @Property(text)
  kind!: string;

  @Property(orNull(text))
  identifier!: string | null;

  @Property(orNull(text))
  version!: string | null;
}

class VisitedPage {
  @Property(text)
  url!: string;

  @Property(text)
  finalUrl!: string;

  @Property(count)
  status!: number;

  @Property(count)
  fetches!: number;

  @Property(count)
  browserLoads!: number;

  @Property(count)
  lighthouseRuns!: number;
}

class TargetSite {
  @Property(listOf(VisitedPage))
  pages!: readonly VisitedPage[];
}

/** Code in a language that no tool of the session knows. Only tools for any text have read it. */
class UnseenCode {
  @Property(text)
  language!: string;

  @Property(count)
  files!: number;

  @Property(count)
  lines!: number;

  @Property(listOf(text))
  first!: readonly string[];
}

export class TargetSummary {
  @Property(count)
  files!: number;

  @Property(count)
  lines!: number;

  @Property(mapOf(count))
  languages!: Readonly<Record<string, number>>;

  @Property(LeftOutFiles)
  leftOut!: LeftOutFiles;

  @Property(listOf(FilesOfRole))
  roles!: readonly FilesOfRole[];

  @Property(listOf(UnseenCode))
  unseen!: readonly UnseenCode[];

  @Property(optional(TargetRepository))
  repository?: TargetRepository;

  @Property(optional(TargetPackage))
  package?: TargetPackage;

  @Property(optional(TargetUpload))
  upload?: TargetUpload;

  @Property(optional(TargetImage))
  image?: TargetImage;

  @Property(optional(TargetBuild))
  build?: TargetBuild;

  @Property(optional(TargetSite))
  site?: TargetSite;
}
