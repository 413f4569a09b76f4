import { posix } from 'node:path';
import picomatch from 'picomatch';
import { Native, type TemplateValue, isText, plainText, printed } from '../values/value';
import { yamlLines } from '../values/write-yaml';
import { type ChartSource, filesBelow } from './folder';

const word = (value: TemplateValue | undefined): string =>
  value === undefined ? '' : isText(value) ? plainText(value) : printed(value);

/** `.Files` of a chart: what lies in its folder beside templates and charts. */
export class ChartFiles extends Native {
  constructor(
    private readonly source: ChartSource,
    private readonly folder: string,
    private readonly only?: readonly string[],
  ) {
    super();
  }

  member(name: string, args: readonly TemplateValue[]): TemplateValue | undefined {
    switch (name) {
      case 'Get':
      case 'GetBytes':
        return this.text(word(args[0]));
      case 'Lines':
        return this.text(word(args[0])).replace(/\n$/, '').split('\n');
      case 'Glob': {
        const matches = picomatch(word(args[0]), { dot: true });
        const paths = this.paths().filter((path) => matches(path));
        return new ChartFiles(this.source, this.folder, paths);
      }
      case 'AsConfig':
        return this.written((text) => text);
      case 'AsSecrets':
        return this.written((text) => Buffer.from(text, 'utf8').toString('base64'));
      case 'range':
        return new Map(this.paths().map((path) => [path, this.text(path)]));
      default:
        return undefined;
    }
  }

  private paths(): readonly string[] {
    if (this.only !== undefined) return this.only;
    const left = /^(?:templates|charts)\/|^(?:Chart\.(?:yaml|lock)|values\.(?:yaml|schema\.json)|requirements\.\w+)$/;
    return filesBelow(this.source, this.folder).filter((path) => !left.test(path));
  }

  private text(path: string): string {
    const normal = posix.normalize(path);
    return this.only !== undefined && !this.only.includes(normal)
      ? ''
      : (this.source.text(posix.join(this.folder, normal)) ?? '');
  }

  private written(change: (text: string) => string): string {
    const files = new Map<string, TemplateValue>(
      this.paths().map((path) => [posix.basename(path), change(this.text(path))]),
    );
    if (files.size === 0) return '';
    const asLargeAsTheFiles = () => undefined;
    return yamlLines(files, asLargeAsTheFiles)
      .map(({ text }) => text)
      .join('\n');
  }
}

/** `.Capabilities.APIVersions`. */
export class ApiVersions extends Native {
  constructor(private readonly versions: readonly string[]) {
    super();
  }

  member(name: string, args: readonly TemplateValue[]): TemplateValue | undefined {
    if (name === 'Has') return this.versions.includes(word(args[0]));
    return name === 'range' ? [...this.versions] : undefined;
  }
}
