import Head from 'next/head';
import Image from 'next/image';
import Link from 'next/link';
import Script from 'next/script';
import styles from './index.module.css';

export async function getServerSideProps() {
  return { props: {} };
}

export default function Home() {
  return (
    <>
      <Head>
        <title>Shop</title>
        <link rel="preconnect" href="https://fonts.gstatic.com" />
      </Head>
      <Image src="/shop.png" alt="" width={1} height={1} />
      <Link href="/cart" className={styles.cart}>Cart</Link>
      <script src="/late.js" async />
      <Script id="count">{'window.count = 1'}</Script>
      <Script src="/late.js" strategy="lazyOnload" />
    </>
  );
}
