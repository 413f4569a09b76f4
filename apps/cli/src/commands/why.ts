import { Command } from 'commander';
import { whyBalance } from '../why/balance';
import { whyCharge } from '../why/charge';
import { whyFinding } from '../why/finding';
import { whyRefund } from '../why/refund';
import { whyTopup } from '../why/topup';
import { whyVerdict } from '../why/verdict';

/** Each topic has a file of its own in `why/`. */
export const whyCommand = (): Command =>
  new Command('why')
    .addCommand(whyCharge())
    .addCommand(whyRefund())
    .addCommand(whyBalance())
    .addCommand(whyTopup())
    .addCommand(whyFinding())
    .addCommand(whyVerdict());
