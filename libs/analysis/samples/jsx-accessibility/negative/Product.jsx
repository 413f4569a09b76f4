export const Product = ({ product, buy, preview }) => (
  <html lang="en">
    <img src={product.image} alt={product.name} />
    <img src="/line.png" alt="" />
    <a href="/terms">Terms of sale</a>
    <button onClick={buy}>Buy</button>
    <a href="/cart" aria-label="Cart" >
      <svg aria-hidden="true" />
    </a>
    <h2>{product.name}</h2>
    <div onMouseOver={preview} onFocus={preview} onMouseOut={preview} onBlur={preview}>Preview</div>
    <div role="checkbox" aria-checked="false" tabIndex={0}>Gift</div>
    <div aria-labelledby="name">Price</div>
    <iframe src="/video" title="The product in use" />
    <video src="/video.mp4">
      <track kind="captions" src="/captions.vtt" />
    </video>
    <video src="/loop.mp4" muted />
    <label>
      Amount
      <input autoComplete="name" tabIndex={0} />
    </label>
    <p lang="pt-BR">Texto</p>
    <table>
      <th scope="row">1</th>
    </table>
  </html>
);
