import React, { Component, useEffect, useState } from 'react';
import ReactDOM, { findDOMNode } from 'react-dom';

export function Orders({ customer, open }) {
  const [orders, setOrders] = useState([]);
  if (!open) return null;
  const [page, setPage] = useState(0);

  useEffect(() => {
    fetch(`/orders?customer=${customer}&page=${page}`).then((response) => setOrders(response.orders));
  }, []);

  return (
    <div class="orders" style="color: red">
      {orders.map((order) => <Order order={order} />)}
      <a href="https://example.com" target="_blank">more</a>
      <a href="javascript:void(0)">menu</a>
      <p dangerouslySetInnerHTML={{ __html: customer.bio }} />
      <p dangerouslySetInnerHTML={{ __html: customer.bio }}>bio</p>
      <button onClick={() => setPage(page + 1)}>next</button>
      <iframe src="https://example.com" />
      <input type="checkbox" checked={open} />
      <br>line</br>
      // the end
      <Missing a="1" a="2" children="x" />
      <>only</>
    </div>
  );
}

export class Legacy extends Component {
  UNSAFE_componentWillMount() {
    this.state.count = 1;
  }

  componentDidUpdate() {
    this.setState({ count: 2 });
    findDOMNode(this).focus();
  }

  render() {
    return <Order ref="order" />;
  }
}

export function Order(props) {
  return <p>{this.props.order.id}</p>;
}

const root = ReactDOM.render(<Orders />, document.body);
export const Field = React.forwardRef((props) => <input {...props} />);
export default root;
