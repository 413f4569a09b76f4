import React, { Component, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

export function Orders({ customer, open }) {
  const [orders, setOrders] = useState([]);
  const [page, setPage] = useState(0);

  useEffect(() => {
    fetch(`/orders?customer=${customer}&page=${page}`).then((response) => setOrders(response.orders));
  }, [customer, page]);

  if (!open) return null;
  return (
    <div className="orders" style={{ color: 'red' }}>
      {orders.map((order) => <Order key={order.id} order={order} />)}
      <a href="https://example.com" target="_blank" rel="noreferrer">more</a>
      <a href="/menu">menu</a>
      <p>{customer.bio}</p>
      <button type="button" onClick={() => setPage(page + 1)}>next</button>
      <iframe src="https://example.com" sandbox="allow-scripts" />
      <input type="checkbox" checked={open} readOnly />
      <br />
      {/* the end */}
      {open && (
        <>
          <Order order={orders[0]} />
          <Order order={orders[1]} />
        </>
      )}
    </div>
  );
}

export class Legacy extends Component {
  constructor(props) {
    super(props);
    this.state = { count: 1 };
  }

  componentDidUpdate(before) {
    if (before.id !== this.props.id) this.props.onChange(this.props.id);
  }

  render() {
    return <Order order={this.props.order} count={this.state.count} />;
  }
}

export function Order({ order, ...rest }) {
  return <p {...rest}>{order.id}</p>;
}

createRoot(document.body).render(<Orders />);
export const Field = React.forwardRef((props, ref) => <input {...props} ref={ref} />);
