import Document, { Head, Html, Main } from 'next/document';
import PageHead from 'next/head';

export default class MyDocument extends Document {
  render() {
    return (
      <Html>
        <Head>
          <title>Shop</title>
        </Head>
        <Head />
        <PageHead />
        <Main />
        <style jsx>{'p { color: red }'}</style>
      </Html>
    );
  }
}
