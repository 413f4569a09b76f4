export const Card = ({ card, open }) => (
  <html>
    <img src={card.image} />
    <img src={card.image} alt="photo of the card" />
    <a href="/card"></a>
    <a href="#">Open</a>
    <h2></h2>
    <div onClick={open}>Open</div>
    <div onMouseOver={open}>Open</div>
    <span role="checkbox">Open</span>
    <span role="buton">Open</span>
    <div aria-labeledby="name" aria-hidden="yes">Open</div>
    <button>Open</button>
    <button type="button" aria-hidden="true" accessKey="o">Open</button>
    <button type="button" role="button">Open</button>
    <meta aria-hidden="true" />
    <iframe src="/card" />
    <video src="/card.mp4" />
    <marquee>Sale</marquee>
    <p tabIndex={3}>Text</p>
    <td scope="row">1</td>
    <span role="button" onKeyDown={open}>Open</span>
  </html>
);

export const Root = ({ children }) => <html lang="lorem">{children}</html>;
