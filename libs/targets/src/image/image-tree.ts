import type { EntryKind } from '@assay/target-records';

/** An entry while layers are applied. Segments are bytes read as Latin-1, because names in images may not be UTF-8. */
export interface LayerEntry {
  readonly segments: readonly string[];
  readonly kind: EntryKind;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly layer: number;
  readonly link?: string;
  /** The number under which its content is stored, if it was kept. */
  readonly content?: number;
}

export interface BuriedEntry extends LayerEntry {
  readonly removedBy: number;
}

interface Node {
  readonly children: Map<string, Node>;
  entry?: LayerEntry;
}

/**
 * The file system of an image, built in memory from its layers. Nothing on a disk is removed or followed for it.
 */
export interface ImageTree {
  /**
   * Puts an entry at its path and replaces what was there. A folder in place of a folder only changes its facts. If a
   * parent is not a folder, it becomes one.
   */
  put(entry: LayerEntry): void;
  /**
   * Removes what lower layers have at a path and below it. Entries of `layer` itself stay, whether they came before or
   * after the removal.
   */
  remove(segments: readonly string[], layer: number): void;
  /** The same, but only for entries below the path. */
  removeBelow(segments: readonly string[], layer: number): void;
  find(segments: readonly string[]): LayerEntry | undefined;
  present(): LayerEntry[];
  /** The entries that were removed or replaced, without folders. */
  buried(): readonly BuriedEntry[];
}

/**
 * @param takeFolder called for each folder that no entry has named yet, because one entry may have a path of 64
 *   folders. It may throw.
 */
export function createImageTree(takeFolder: () => void): ImageTree {
  const root: Node = { children: new Map() };
  const buried: BuriedEntry[] = [];
  /**
   * Removals already done in this layer. Once is enough, because entries that come later belong to the same layer. A
   * million whiteouts of one large folder must not walk it a million times.
   */
  const removals = { layer: -1, paths: new Set<string>() };

  const bury = (node: Node, layer: number): void => {
    if (node.entry && node.entry.kind !== 'folder') buried.push({ ...node.entry, removedBy: layer });
    delete node.entry;
  };
  const buryBelow = (node: Node, layer: number, spared: (entry: LayerEntry) => boolean): void => {
    for (const [name, child] of node.children) {
      buryBelow(child, layer, spared);
      if (child.entry && !spared(child.entry)) bury(child, layer);
      if (!child.entry && child.children.size === 0) node.children.delete(name);
    }
  };
  const nodeAt = (segments: readonly string[]): Node | undefined =>
    segments.reduce<Node | undefined>((node, name) => node?.children.get(name), root);
  const nothing = () => false;
  const isFirst = (segments: readonly string[], layer: number, what: string): boolean => {
    if (removals.layer !== layer) removals.paths.clear();
    removals.layer = layer;
    const path = `${what}/${segments.join('/')}`;
    return !removals.paths.has(path) && removals.paths.add(path).has(path);
  };

  return {
    put(entry) {
      let node = root;
      for (const [depth, name] of entry.segments.entries()) {
        if (node.entry && node.entry.kind !== 'folder') bury(node, entry.layer);
        let next = node.children.get(name);
        if (next === undefined) {
          if (depth < entry.segments.length - 1) takeFolder();
          next = { children: new Map() };
          node.children.set(name, next);
        }
        node = next;
      }
      if (entry.kind !== 'folder') buryBelow(node, entry.layer, nothing);
      if (node.entry) bury(node, entry.layer);
      node.entry = entry;
    },
    remove(segments, layer) {
      if (!isFirst(segments, layer, 'at')) return;
      const parent = nodeAt(segments.slice(0, -1));
      const name = segments.at(-1)!;
      const node = parent?.children.get(name);
      if (!node) return;
      buryBelow(node, layer, (entry) => entry.layer === layer);
      if (node.entry && node.entry.layer !== layer) bury(node, layer);
      if (!node.entry && node.children.size === 0) parent!.children.delete(name);
    },
    removeBelow(segments, layer) {
      const node = isFirst(segments, layer, 'below') ? nodeAt(segments) : undefined;
      if (node) buryBelow(node, layer, (entry) => entry.layer === layer);
    },
    find: (segments) => nodeAt(segments)?.entry,
    present: () => [...entriesBelow(root)],
    buried: () => buried,
  };
}

function* entriesBelow({ children }: Node): Generator<LayerEntry> {
  for (const child of children.values()) {
    if (child.entry) yield child.entry;
    yield* entriesBelow(child);
  }
}
