import { Component } from 'react';

export class Note extends Component {
  componentDidMount() {
    if (this.isMounted()) this.load();
  }

  load() {}

  render() {
    return <p>It's sold out</p>;
  }
}
