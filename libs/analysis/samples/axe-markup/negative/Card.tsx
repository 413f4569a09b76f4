export const Card = ({ tea, children, ...rest }: CardProps) => (
  <li {...rest}>
    <img src={tea.picture} alt={tea.name} />
    <h3>{tea.name}</h3>
    <a href={tea.address}>{children}</a>
    <ul>{tea.kinds.map((kind) => <TeaRow key={kind} kind={kind} />)}</ul>
    <Label><input name="amount" /></Label>
  </li>
);
