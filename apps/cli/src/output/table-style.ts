import Table from 'cli-table3';
import pc from 'picocolors';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/**
 * A table without lines: what a terminal shows and a pipe can cut. Its own colours are off: only picocolors knows
 * whether this is a terminal.
 */
export const bareTable = (head: readonly string[], colAligns: Table.HorizontalAlignment[] = []): Table.Table =>
  new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: head.map(pc.bold),
    colAligns,
  });
