'use client';

export default async function Cart() {
  const rows = await fetch('/cart');
  return <ul>{rows}</ul>;
}
