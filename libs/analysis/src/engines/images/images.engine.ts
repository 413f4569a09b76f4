import { type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachPath } from '../kit/per-file';

const HEAVY_BYTES = 500 * 1_024;
const VERY_HEAVY_BYTES = 2 * 1_024 * 1_024;
/** The longer side of a large screen, in physical pixels. */
const LARGE_PIXELS = 3_840;
/**
 * The first bytes of a file that are read for its size. A photograph may have so many bytes of previews and colour
 * profiles before the size.
 */
const HEAD_BYTES = 512 * 1_024;
const ANIMATED_BYTES = 200 * 1_024;

/**
 * Judges the weight and size of pictures. Only the start of a file is read, and no pixel is decoded, so no picture can
 * exhaust the memory.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('image-size', installedVersion('image-size'));
    const readme = readmeOf(pass.root);
    await judgeEachPath(pass, report, async ({ file }): Promise<Problem[]> => {
      if (file.size === 0) return [];
      const { width, height, type } = sizeOf(await headOf(join(pass.root, file.staged)));
      const dimensions = `${width} × ${height} pixels`;
      return [
        ...(file.size > HEAVY_BYTES
          ? [
              {
                rule: 'heavy-image',
                message: `${weight(file.size)} (${dimensions})`,
                ...(file.size > VERY_HEAVY_BYTES &&
                  !isLookedUp(file.staged, readme) && { severity: 'medium' as const }),
              },
            ]
          : []),
        ...(Math.max(width, height) > LARGE_PIXELS ? [{ rule: 'oversized-image', message: dimensions }] : []),
        ...((type === 'bmp' || type === 'tiff') && !OF_INSTALLERS.test(file.staged)
          ? [{ rule: 'uncompressed-format', message: `${type.toUpperCase()}, ${weight(file.size)}` }]
          : []),
        ...(type === 'gif' && file.size > ANIMATED_BYTES
          ? [{ rule: 'large-gif', message: `${weight(file.size)} (${dimensions})` }]
          : []),
      ];
    });
  },
};

/** Installers of Windows take bitmaps and nothing else. */
const OF_INSTALLERS = /(?:^|[/_.-])(?:installers?|install|pkg[_-]resources|nsis|wix|inno(?:setup)?)\//i;
/** Pictures for the shops of apps and for those who look at a project, which no program loads. */
const OF_SHOPS = /(?:^|\/)(?:fastlane|screenshots?|metadata|\.github)\//i;
const MAX_README_BYTES = 1024 * 1024;

/** Whether only those look at a picture who want to see what the program looks like. */
const isLookedUp = (path: string, readme: string): boolean =>
  OF_SHOPS.test(path) || readme.includes(path) || readme.includes(encodeURI(path));

/** The texts by which a target introduces itself. */
function readmeOf(root: string): string {
  const isReadme = (entry: Dirent): boolean => entry.isFile() && /^readme\b/i.test(entry.name);
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => isReadme(entry) && statSync(join(root, entry.name)).size <= MAX_README_BYTES)
    .map(({ name }) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}

const weight = (bytes: number) =>
  bytes < 1_024 * 1_024 ? `${Math.ceil(bytes / 1_024)} KB` : `${(bytes / 1_024 / 1_024).toFixed(1)} MB`;

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function sizeOf(head: Uint8Array): { width: number; height: number; type: string } {
  try {
    const { width, height, type } = imageSize(head);
    if (!(width > 0 && height > 0)) throw new Error('it has no size'); // for example a WebP that ends after its header
    return { width, height, type: type ?? '' };
  } catch (error) {
    throw new Unreadable(`not a picture, or a damaged one: ${error instanceof Error ? error.message : String(error)}`);
  }
}
