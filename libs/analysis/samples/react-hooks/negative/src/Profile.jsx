import { useEffect, useMemo, useRef, useState } from 'react';

export function Profile({ user, guest }) {
  const [posts, setPosts] = useState([]);
  const id = user?.id;
  useEffect(() => {
    if (id === undefined) return;
    fetch(`/api/users/${id}/posts`).then((response) => response.json()).then(setPosts);
  }, [id]);
  return guest ? <p>Please sign in</p> : <Posts posts={posts} />;
}

const Row = ({ post }) => <li>{post.title}</li>;

export function Posts({ posts }) {
  const opened = useRef(0);
  const open = () => {
    opened.current += 1;
  };
  return <ul onClick={open}>{posts.map((post) => <Row key={post.id} post={post} />)}</ul>;
}

export function Clock() {
  const [started] = useState(() => Date.now());
  return <time>{started}</time>;
}

export function Visits({ user }) {
  const visits = user.visits + 1;
  return <p>{visits}</p>;
}

export function Sorted({ items }) {
  const sorted = useMemo(() => [...items].sort(), [items]);
  return <p>{sorted.join(', ')}</p>;
}
