import { Component } from 'react';

export class Note extends Component {
  componentDidMount() {
    this.load();
  }

  load() {}

  render() {
    return <p>It is sold &gt; out</p>;
  }
}
