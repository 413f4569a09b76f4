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
export class ImageTree {
  private readonly root: Node = { children: new Map() };
  private readonly buriedEntries: BuriedEntry[] = [];
  /**
   * Removals already done in this layer. Once is enough, because entries that come later belong to the same layer. A
   * million whiteouts of one large folder must not walk it a million times.
   */
  private readonly removals = { layer: -1, paths: new Set<string>() };

  /**
   * @param takeFolder called for each folder that no entry has named yet, because one entry may have a path of 64
   *   folders. It may throw.
   */
  constructor(private readonly takeFolder: () => void) {}

  /**
   * Puts an entry at its path and replaces what was there. A folder in place of a folder only changes its facts. If a
   * parent is not a folder, it becomes one.
   */
  put(entry: LayerEntry): void {
    let node = this.root;
    for (const [depth, name] of entry.segments.entries()) {
      if (node.entry && node.entry.kind !== 'folder') this.bury(node, entry.layer);
      let next = node.children.get(name);
      if (next === undefined) {
        if (depth < entry.segments.length - 1) this.takeFolder();
        next = { children: new Map() };
        node.children.set(name, next);
      }
      node = next;
    }
    if (entry.kind !== 'folder') this.buryBelow(node, entry.layer, () => false);
    if (node.entry) this.bury(node, entry.layer);
    node.entry = entry;
  }

  /**
   * Removes what lower layers have at a path and below it. Entries of `layer` itself stay, whether they came before or
   * after the removal.
   */
  remove(segments: readonly string[], layer: number): void {
    if (!this.isFirst(segments, layer, 'at')) return;
    const parent = this.nodeAt(segments.slice(0, -1));
    const name = segments.at(-1)!;
    const node = parent?.children.get(name);
    if (!node) return;
    this.buryBelow(node, layer, (entry) => entry.layer === layer);
    if (node.entry && node.entry.layer !== layer) this.bury(node, layer);
    if (!node.entry && node.children.size === 0) parent!.children.delete(name);
  }

  /** The same, but only for entries below the path. */
  removeBelow(segments: readonly string[], layer: number): void {
    const node = this.isFirst(segments, layer, 'below') ? this.nodeAt(segments) : undefined;
    if (node) this.buryBelow(node, layer, (entry) => entry.layer === layer);
  }

  find(segments: readonly string[]): LayerEntry | undefined {
    return this.nodeAt(segments)?.entry;
  }

  present(): LayerEntry[] {
    return [...entriesBelow(this.root)];
  }

  /** The entries that were removed or replaced, without folders. */
  buried(): readonly BuriedEntry[] {
    return this.buriedEntries;
  }

  private bury(node: Node, layer: number): void {
    if (node.entry && node.entry.kind !== 'folder') this.buriedEntries.push({ ...node.entry, removedBy: layer });
    delete node.entry;
  }

  private buryBelow(node: Node, layer: number, spared: (entry: LayerEntry) => boolean): void {
    for (const [name, child] of node.children) {
      this.buryBelow(child, layer, spared);
      if (child.entry && !spared(child.entry)) this.bury(child, layer);
      if (!child.entry && child.children.size === 0) node.children.delete(name);
    }
  }

  private nodeAt(segments: readonly string[]): Node | undefined {
    return segments.reduce<Node | undefined>((node, name) => node?.children.get(name), this.root);
  }

  /** Whether the layer has not removed this yet. */
  private isFirst(segments: readonly string[], layer: number, what: string): boolean {
    const { removals } = this;
    if (removals.layer !== layer) removals.paths.clear();
    removals.layer = layer;
    const path = `${what}/${segments.join('/')}`;
    return !removals.paths.has(path) && removals.paths.add(path).has(path);
  }
}

function* entriesBelow({ children }: Node): Generator<LayerEntry> {
  for (const child of children.values()) {
    if (child.entry) yield child.entry;
    yield* entriesBelow(child);
  }
}
