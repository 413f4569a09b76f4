/** A table without lines: what a terminal shows and a pipe can cut. */
export const bare = {
  chars: { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
  style: { head: ['bold'], border: [], 'padding-left': 0, 'padding-right': 0 },
};
