import { useEffect, useMemo, useRef, useState } from 'react';

export function Profile({ user, guest }) {
  if (guest) {
    return <p>Please sign in</p>;
  }
  const [posts, setPosts] = useState([]);
  useEffect(() => {
    fetch(`/api/users/${user.id}/posts`).then((response) => response.json()).then(setPosts);
  }, []);
  return <Posts posts={posts} />;
}

export function Posts({ posts }) {
  const renders = useRef(0);
  renders.current = posts.length;
  return <ul>{posts.map((post) => <li key={post.id}>{post.title}</li>)}</ul>;
}

export function Table({ posts }) {
  const Title = () => <caption>{posts.length} posts</caption>;
  return <table><Title /></table>;
}

export function Clock() {
  const started = Date.now();
  return <time>{started}</time>;
}

export function Visits({ user }) {
  user.visits += 1;
  return <p>{user.visits}</p>;
}
