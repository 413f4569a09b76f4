export const Card = ({ card, open }) => (
  <html lang="en">
    <img src={card.image} alt={card.name} />
    <img src="/line.png" alt="" />
    <svg viewBox="0 0 1 1"><title>Card</title><path d="M0 0" /></svg>
    <svg aria-hidden="true"><path d="M0 0" /></svg>
    <a href="/card">Card</a>
    <h2>{card.name}</h2>
    <button type="button" onClick={open}>Open</button>
    <div onMouseOver={open} onFocus={open}>Open</div>
    <span role="checkbox" aria-checked="false" tabIndex={0}>Open</span>
    <div aria-labelledby="name" aria-hidden="true">Open</div>
    <iframe src="/card" title="Card" />
    <video src="/card.mp4"><track kind="captions" src="/card.vtt" /></video>
    <p lang="pt-BR">Texto</p>
    <table><th scope="row">1</th></table>
    <span role="button" tabIndex={0} onKeyDown={open}>Open</span>
  </html>
);
