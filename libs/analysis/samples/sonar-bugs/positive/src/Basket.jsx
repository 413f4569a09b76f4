import { useState } from 'react';

export function Basket({ lines }) {
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  setCount(lines.length);
  return (
    <ul onClick={() => setOpen(open)}>
      {lines.map((line) => (
        <li key={Math.random()}>
          {line.name} {count}
        </li>
      ))}
    </ul>
  );
}
