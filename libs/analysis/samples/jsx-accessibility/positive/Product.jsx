export const Product = ({ product, buy }) => (
  <html>
    <img src={product.image} />
    <img src={product.image} alt="photo of the product" />
    <a href="/terms">click here</a>
    <a href="#" onClick={buy}>Buy</a>
    <a href="/cart"></a>
    <h2></h2>
    <div onClick={buy}>Buy</div>
    <div onMouseOver={buy}>Preview</div>
    <div role="checkbox">Gift</div>
    <div role="buton">Buy</div>
    <div aria-labeledby="name" aria-hidden="yes">Price</div>
    <button aria-hidden="true">Close</button>
    <button role="button" accessKey="b">Buy</button>
    <meta aria-hidden="true" />
    <iframe src="/video" />
    <video src="/video.mp4" />
    <marquee>Sale</marquee>
    <input autoFocus tabIndex="3" autocomplete="nme" />
    <label>Amount</label>
    <p tabIndex="0" lang="xx-">Text</p>
    <td scope="row">1</td>
    <ul role="list" aria-activedescendant="x" aria-checked="true" />
  </html>
);
