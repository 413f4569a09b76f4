/** How many more uses of components and entries of lists of a file may be read one by one. */
export interface Budget {
  left: number;
}

/** More than these are data, and no rule would tell them apart. */
const MOST_EXPANDED = 300;

export const newBudget = (): Budget => ({ left: MOST_EXPANDED });
