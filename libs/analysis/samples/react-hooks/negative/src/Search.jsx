import { useMemo, useState } from 'react';

export function Search({ words }) {
  const [found, setFound] = useState([]);
  return <button onClick={() => setFound(words)}>{found.length}</button>;
}

export function Longest({ words }) {
  const longest = useMemo(() => Math.max(...words.map((word) => word.length)), [words]);
  return <p>{longest}</p>;
}
