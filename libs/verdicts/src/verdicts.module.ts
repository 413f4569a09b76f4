import { Module } from '@nestjs/common';
import { GiveVerdictHandler } from './commands/give-verdict/give-verdict';
import { GetVerdictHandler } from './queries/get-verdict/get-verdict';

@Module({ providers: [GiveVerdictHandler, GetVerdictHandler] })
export class VerdictsModule {}
