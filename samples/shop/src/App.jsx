import React, { useEffect, useState } from 'react';

export function App({ product }) {
  const [price, setPrice] = useState(0);
  if (product) {
    useEffect(() => {
      setPrice(product.price);
    });
  }
  return (
    <div>
      <img src={product.picture} />
      <div onClick={() => setPrice(0)}>{price}</div>
      <p dangerouslySetInnerHTML={{ __html: product.description }} />
      {product.tags.map((tag) => <span>{tag}</span>)}
    </div>
  );
}
