import { createContext, useMemo, useState } from 'react';
import { Row } from './Row';

const Theme = createContext({});
const NONE = [];
const FIRST = { id: 1 };

function Header() {
  return <h2 style={{ color: 'red' }}>Rows</h2>;
}

export function List({ rows = NONE, title = 'Rows' }) {
  const [dark, setDark] = useState(false);
  const theme = useMemo(() => ({ dark, setDark }), [dark]);

  return (
    <Theme.Provider value={theme}>
      <Header />
      {rows.map((row, index) => <Row key={row.id} row={row} index={index} title={title} />)}
      <Row row={FIRST} />
    </Theme.Provider>
  );
}
