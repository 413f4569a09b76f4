import { type Block, blocksOf } from './blocks';
import { type EditedFile, type Line, asCopy, asTwin, extensionOf, indentationOf, isBlank, textOf } from './edited-file';
import type { Random } from './random';
import { rebroken, reindented, requoted } from './reformatting';

/** A tree of files before and after an edit. `edit` is a name that no other edit of the history has. */
type Edit = (files: readonly EditedFile[], random: Random, edit: string) => readonly EditedFile[];

const ofOne =
  (change: (file: EditedFile, random: Random, edit: string) => EditedFile): Edit =>
  (files, random, edit) => {
    const chosen = random.one(files);
    return files.map((file) => (file === chosen ? change(file, random, edit) : file));
  };

const spliced = (file: EditedFile, at: number, removed: number, added: readonly Line[]): EditedFile => ({
  ...file,
  lines: [...file.lines.slice(0, at), ...added, ...file.lines.slice(at + removed)],
});

/** A line that says nothing: a comment or, where there is none, a paragraph. */
function remark(path: string, number: number): string {
  const extension = extensionOf(path);
  if (extension === 'md') return `A remark with the number ${number} stands here.`;
  if (extension === 'css' || extension === 'scss') return `/* The remark ${number}. */`;
  return extension === 'py' || extension === 'rb' ? `# The remark ${number}.` : `// The remark ${number}.`;
}

/** One to five lines above a line that begins a statement, or a blank one. */
const insert = ofOne((file, random, edit) => {
  const places = file.lines.flatMap((line, at) =>
    isBlank(line) || !/[,(]\s*$/.test(textOf(file.lines[at - 1] ?? [])) ? [at] : [],
  );
  const at = random.one(places);
  const indentation = ' '.repeat(indentationOf(file.lines[at]!));
  const added = Array.from({ length: 1 + random.below(5) }, (_, index): Line => {
    const text = random.chance(30) ? '' : indentation + remark(file.path, random.below(100));
    return [{ text, origin: `${edit}:${index}` }];
  });
  return spliced(file, at, 0, added);
});

/** A block, or a line between lines that stand as far in as it does. */
const remove = ofOne((file, random) => {
  const blocks = blocksOf(file);
  if (blocks.length > 2 && random.chance(50)) {
    const { from, to } = random.one(blocks);
    return spliced(file, from, to - from, []);
  }
  const single = file.lines.flatMap((line, at) => {
    const around = [file.lines[at - 1], line, file.lines[at + 1]].map((each) => each && indentationOf(each));
    const isStatement = /;\s*$/.test(textOf(line)) || /\.(py|rb|go|kt|swift)$/.test(file.path);
    return isStatement && new Set(around).size === 1 && !/[([{,:]\s*$/.test(textOf(line)) ? [at] : [];
  });
  return single.length === 0 ? file : spliced(file, random.one(single), 1, []);
});

function inRegionOf(blocks: readonly Block[], block: Block): Block[] {
  return blocks.filter(({ region, from }) => region === block.region && from !== block.from);
}

/** A block to another place of the same file. */
const move = ofOne((file, random) => {
  const blocks = blocksOf(file).filter((block, _, all) => inRegionOf(all, block).length > 0);
  if (blocks.length === 0) return file;
  const block = random.one(blocks);
  const target = random.one(inRegionOf(blocks, block));
  const moved = file.lines.slice(block.from, block.to);
  const at = target.from > block.from ? target.from - moved.length : target.from;
  return spliced(spliced(file, block.from, moved.length, []), at, 0, moved);
});

const rename: Edit = (files, random, edit) =>
  ofOne((file) => {
    const [name] = file.path.split('/').slice(-1);
    const path = random.chance(50) ? `moved-${edit}/${name}` : file.path.replace(/[^/.]+(?=\.[^/]*$)/, `$&-${edit}`);
    return { ...file, path };
  })(files, random, edit);

/** A block once more: behind itself or, more rarely, at another place of the file. */
const duplicate = ofOne((file, random, edit) => {
  const blocks = blocksOf(file);
  if (blocks.length === 0) return file;
  const block = random.one(blocks);
  const others = inRegionOf(blocks, block);
  const at = random.chance(50) || others.length === 0 ? block.to : random.one(others).from;
  const copied = at === block.to ? asTwin : asCopy;
  return spliced(file, at, 0, copied(file.lines.slice(block.from, block.to), edit));
});

const copyFile: Edit = (files, random, edit) => {
  const { id, path, lines } = random.one(files);
  return [...files, { id: `${id}@${edit}`, path: `copy-${edit}/${path}`, lines: asCopy(lines, edit) }];
};

export const EDITS = {
  insert,
  delete: remove,
  move,
  rename,
  'reformat: indentation': ofOne(reindented),
  'reformat: quotes': ofOne(requoted),
  'reformat: line breaks': ofOne(rebroken),
  duplicate,
  'duplicate: whole file': copyFile,
} satisfies Record<string, Edit>;

export type EditKind = keyof typeof EDITS;
export const EDIT_KINDS = Object.keys(EDITS) as EditKind[];
