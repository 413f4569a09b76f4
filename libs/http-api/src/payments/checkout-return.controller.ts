import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/api-key.guard';
import { checkoutPolicy, returnPage } from './checkout-page';

/** Where a browser returns to where no app was named. Nothing follows from its coming here. */
@ApiExcludeController()
@Public()
@Controller('api/checkout/return')
export class CheckoutReturnController {
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  page(@Query('success') success: unknown, @Res({ passthrough: true }) reply: FastifyReply): string {
    reply.header('content-security-policy', checkoutPolicy());
    return returnPage(success === 'true');
  }
}
