import { createContext, useState } from 'react';
import { Row } from './Row';

const Theme = createContext({});

export function List({ rows = [], renderEmpty }) {
  const [dark, setDark] = useState(false);

  function Header() {
    return <h2>Rows</h2>;
  }

  return (
    <Theme.Provider value={{ dark, setDark }}>
      <Header />
      {rows.map((row, index) => <Row key={index} row={row} />)}
      <Row row={{ id: 1 }} tags={['a']} icon={<b>!</b>} />
      {renderEmpty}
    </Theme.Provider>
  );
}
