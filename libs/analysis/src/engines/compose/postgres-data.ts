import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { type YamlTree, at, textOf } from '../kit/yaml-tree';
import { environmentOf, listOf } from './service';

/** The first version that has its data in a folder of its own: `/var/lib/postgresql/18/docker`. */
const SINCE = 18;
const OLD_FOLDER = /^\/var\/lib\/postgresql\/data\/?$/;
/** The image itself, and those made of it: `pgvector/pgvector:pg18`. */
const IMAGE = /^(?:[\w.-]+(?::\d+)?\/)*(?:postgres|postgis|pgvector)(?::(?:pg)?([\w.-]+))?(?:@.*)?$/;

/**
 * A volume at the folder that PostgreSQL had before version 18. Its image ends with an error where something is mounted
 * there. Before April 2026 that of Alpine started, and had its data in a volume without a name, which goes with the
 * container.
 */
export function misplacedData(tree: YamlTree, service: Node): Problem[] {
  const image = textOf(at(tree, service, 'image')) ?? '';
  if (!isNewer(image) || environmentOf(tree, service).has('PGDATA')) return [];
  // The service that it extends may say where the data is.
  if (at(tree, service, 'extends') !== undefined) return [];
  const volume = listOf(tree, service, 'volumes').find((item) => OLD_FOLDER.test(targetOf(tree, item)));
  if (volume === undefined) return [];
  const message = 'PostgreSQL has its data in another folder since version 18, and does not start with a volume here';
  return [{ rule: 'data-outside-volume', line: tree.lineOf(volume), message }];
}

function isNewer(image: string): boolean {
  const parts = IMAGE.exec(image);
  if (parts === null) return false;
  const [, tag] = parts;
  // A digest without a tag is of any version.
  if (tag === undefined) return !image.includes('@') && !image.includes('pgvector') && !image.includes('postgis');
  const [, major] = /^(\d+)/.exec(tag) ?? [];
  return major === undefined ? /^(?:latest|alpine|bookworm|trixie)$/.test(tag) : Number(major) >= SINCE;
}

function targetOf(tree: YamlTree, item: Node): string {
  const text = textOf(item);
  if (text === undefined) return textOf(at(tree, item, 'target')) ?? '';
  const parts = text.replace(/\$\{[^}]*\}/g, '$').split(':');
  return parts.length === 1 ? parts[0]! : parts[1]!;
}
