export interface Store {
  size: number;
}

export class Store {
  size = 0;
}

export const Note = ({ text }: { text: string }) => <p title="a" title={text}>{text}</p>;
