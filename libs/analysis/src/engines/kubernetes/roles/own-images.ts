import { posix } from 'node:path';
import type { ChartSource } from '../helm/charts/folder';

/** Files in which a project says how its images are built, by their names. */
const BUILD_FILE = new RegExp(
  String.raw`^(?:(?:gnu)?makefile|[\w.-]+\.mk|[\w.-]+\.sh|\.?mise\.toml|tiltfile|justfile|earthfile|jenkinsfile|` +
    String.raw`skaffold\.ya?ml|taskfile(?:\.dist)?\.ya?ml|docker-bake\.(?:hcl|json)|\.gitlab-ci\.ya?ml|` +
    String.raw`\.?goreleaser\.ya?ml|package\.json)$`,
  'i',
);
const WORKFLOW = /^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/;
const RECIPE = /^(?:[\w.-]+\.)?(?:dockerfile|containerfile)(?:\.[\w.-]+)?$/i;

/** Commands and keys that build an image, or send it to a registry. A file without them only uses images. */
const BUILDS = new RegExp(
  [
    String.raw`\b(?:docker|podman|nerdctl|buildah|img)\s{1,9}(?:image\s{1,9}|buildx\s{1,9})?(?:build|bud|push)\b`,
    String.raw`\bdocker\/build-push-action@`,
    String.raw`\b(?:docker_build|custom_build)\s{0,4}\(`,
    String.raw`\bko\s{1,9}(?:build|publish|resolve)\b`,
    String.raw`\b(?:kaniko|jib)\b`,
    String.raw`\bSAVE\s{1,9}IMAGE\b`,
    String.raw`\bimage_templates:`,
    String.raw`\btarget\s{1,4}"[\w-]{1,60}"\s{0,4}\{`,
    String.raw`\bartifacts:[ \t]{0,9}\r?\n[ \t]{0,40}-[ \t]{1,9}image:`,
  ].join('|'),
);
/** A line that takes an image instead of making it. */
const TAKES = /\bpull\b|\b(?:docker|podman|nerdctl)\s+run\b|^\s*FROM\b/i;

/** Folders of others, and of what tools write. */
const NOT_OWN = /^(?:node_modules|vendor|third[_-]party|\.git)$/;
const DEEPEST = 4;
const MOST_FILES = 400;

/** Knows the images that a project builds itself, by its files. */
export class OwnImages {
  private found: { readonly texts: readonly string[]; readonly hasRecipe: boolean } | undefined;

  /** @param repository `owner/name` of the repository of origin, if it is known */
  constructor(
    private readonly source: ChartSource,
    private readonly repository: string | undefined,
  ) {}

  /**
   * Whether the project builds an image or pushes it, by a file that says so, or builds some image and has its name.
   * @param image without tag and digest
   */
  has(image: string): boolean {
    const { texts, hasRecipe } = (this.found ??= this.read());
    const last = posix.basename(image).toLowerCase();
    const isBuilt = hasRecipe || texts.length > 0;
    return (isBuilt && this.names().includes(last)) || texts.some((text) => makes(text, image));
  }

  /** By its address, or by the module that it is in Go. */
  private names(): string[] {
    const [, module] = /^module\s+"?([\w./~-]{1,200})/m.exec(this.source.text('go.mod') ?? '') ?? [];
    return [this.repository, module?.replace(/\/v\d+$/, '')].flatMap((each) =>
      each === undefined ? [] : [posix.basename(each).toLowerCase()],
    );
  }

  private read(): { texts: string[]; hasRecipe: boolean } {
    const files = filesOf(this.source, '', 0).slice(0, MOST_FILES);
    return {
      texts: files
        .filter((file) => BUILD_FILE.test(posix.basename(file)) || WORKFLOW.test(file))
        .flatMap((file) => this.source.text(file) ?? [])
        .filter((text) => BUILDS.test(text)),
      hasRecipe: files.some((file) => RECIPE.test(posix.basename(file))),
    };
  }
}

/** The files that matter here, as paths from the root of the target. */
function filesOf(source: ChartSource, folder: string, depth: number): string[] {
  if (depth > DEEPEST) return [];
  return source.entries(folder === '' ? '.' : folder).flatMap(({ name, isFolder }) => {
    const path = posix.join(folder, name);
    if (isFolder) return NOT_OWN.test(name) ? [] : filesOf(source, path, depth + 1);
    return BUILD_FILE.test(name) || RECIPE.test(name) || WORKFLOW.test(path) ? [path] : [];
  });
}

/** Whether a file that builds images names this one, and does not only take it. */
function makes(text: string, image: string): boolean {
  return text.split('\n').some((line) => {
    if (!line.includes(image) || TAKES.test(line)) return false;
    return line.split(image).some((before, index, parts) => {
      const after = parts[index + 1];
      return after !== undefined && !/[\w./-]$/.test(before) && !/^[\w/-]/.test(after);
    });
  });
}
