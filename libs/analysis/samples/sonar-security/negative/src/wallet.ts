import { Wallet } from 'ethers';

export const donations = (): Wallet => Wallet.fromPhrase(process.env['DONATIONS_PHRASE'] ?? '');
