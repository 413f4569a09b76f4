import { Wallet } from 'ethers';

export const donations = Wallet.fromPhrase('fake fake fake fake fake fake fake fake fake fake fake fake');
