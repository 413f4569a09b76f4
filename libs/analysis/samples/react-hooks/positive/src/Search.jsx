import { useEffect, useMemo, useState } from 'react';

let searches = 0;

export function Search({ words }) {
  const [found, setFound] = useState([]);
  setFound(words);
  return <p>{found.length}</p>;
}

export function Count({ words }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    setCount(words.length);
  }, [words]);
  return <p>{count}</p>;
}

export function Total() {
  searches = searches + 1;
  return <p>searches</p>;
}

export function Results({ words }) {
  try {
    return <Count words={words} />;
  } catch (error) {
    return <p>{error.message}</p>;
  }
}

export function Longest({ words }) {
  const longest = useMemo(async () => words.length, [words]);
  return <p>{longest}</p>;
}
