import { useState } from 'react';

export function Basket({ lines }) {
  const [open, setOpen] = useState(false);
  return (
    <ul onClick={() => setOpen(!open)}>
      {lines.map((line) => (
        <li key={line.id}>{line.name}</li>
      ))}
    </ul>
  );
}
