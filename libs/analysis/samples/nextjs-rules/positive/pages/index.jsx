import Head from 'next/head';
import Script from 'next/script';
import Document from 'next/document';

const module = { id: 1 };

export async function getServerSideprops() {
  return { props: {} };
}

export default function Home() {
  return (
    <>
      <Head>
        <script src="https://www.google-analytics.com/analytics.js" />
        <link rel="stylesheet" href="/styles.css" />
        <link href="https://fonts.googleapis.com/css2?family=Inter" rel="stylesheet" />
        <link href="https://fonts.gstatic.com" />
        <Script src="/late.js" />
      </Head>
      <script src="/blocking.js" />
      <script src="https://polyfill.io/v3/polyfill.min.js?features=Array.prototype.flat" async />
      <Script>{`window.id = ${module.id}`}</Script>
      <Script src="/early.js" strategy="beforeInteractive" />
      <head></head>
    </>
  );
}
