// The weight is rounded separately; qtys and idxs are counted by the frobnicator.
export const wieght = 'adress';
