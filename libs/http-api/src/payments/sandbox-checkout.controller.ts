import { refused } from '@assay/kernel';
import {
  PAYMENT_PROVIDER,
  type PaymentProvider,
  SANDBOX_CHECKOUT_PATH,
  type SandboxCheckout,
  SandboxProvider,
  testCard,
} from '@assay/payments';
import { Body, Controller, Get, Header, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Public } from '../http/api-key.guard';
import { RequestUrl } from '../http/request-context';
import { checkoutPage, checkoutPolicy, missingPage } from './checkout-page';

/** The requests that buttons of the page make. */
const ACTIONS = ['pay', 'cancel', 'refund'] as const;

/**
 * The checkout page of the sandbox. Its address is a secret of the client that got it, and its forms carry a token of
 * their own. What a button does is decided from what the sandbox knows then, so that a second click, a second tab and
 * the back button find what is done.
 */
@ApiExcludeController()
@Public()
@Controller(SANDBOX_CHECKOUT_PATH)
export class SandboxCheckoutController {
  constructor(@Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider) {}

  @Get(':purchaseId/:token')
  @Header('content-type', 'text/html; charset=utf-8')
  async page(
    @Param('purchaseId') purchaseId: string,
    @Param('token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const checkout = await this.find(purchaseId, token);
    if (!checkout) {
      reply.status(404).header('content-security-policy', checkoutPolicy());
      return missingPage();
    }
    reply.header('content-security-policy', checkoutPolicy(checkout.order.returnTo));
    return checkoutPage(checkout, formTokenOf(token));
  }

  @Post(':purchaseId/:token')
  @RouteConfig({ formBody: true })
  async act(
    @Param('purchaseId') purchaseId: string,
    @Param('token') token: string,
    @Body() form: Readonly<Record<string, unknown>> | undefined,
    @Headers('sec-fetch-site') site: string | undefined,
    @RequestUrl() url: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const checkout = await this.find(purchaseId, token);
    if (!checkout) refused('NOT_FOUND', 'There is no such checkout');
    refuseForged(site, form?.['token'], formTokenOf(token));
    const action = ACTIONS.find((each) => each === form?.['action']);
    const card = testCard(String(form?.['card']));
    if (action === undefined || (action === 'pay' && !card))
      refused('VALIDATION_ERROR', 'The form is not one of this page; open the page again');
    const sandbox = this.sandbox()!;
    if (action === 'pay') await sandbox.pay(purchaseId, { card: card!, keepCard: form?.['keepCard'] === 'yes' });
    else if (action === 'cancel') await sandbox.abandon(purchaseId);
    else await sandbox.refund(purchaseId);
    const after = (await sandbox.checkout(purchaseId, token))!;
    void reply
      .status(303)
      .header('location', nextAddress(action!, after, url))
      .send();
  }

  private sandbox(): SandboxProvider | undefined {
    return this.provider instanceof SandboxProvider ? this.provider : undefined;
  }

  private async find(purchaseId: string, token: string): Promise<SandboxCheckout | undefined> {
    return this.sandbox()?.checkout(purchaseId, token);
  }
}

/** To the app once it is decided; else to the page again, which says what there is to say. */
function nextAddress(
  action: (typeof ACTIONS)[number],
  { payment, order: { returnTo } }: SandboxCheckout,
  page: string,
): string {
  if (action === 'refund') return page;
  if (payment.status === 'paid') return returnTo.success;
  return action === 'cancel' ? returnTo.cancel : page;
}

const formTokenOf = (token: string): string => createHash('sha256').update(`form/${token}`).digest('base64url');

/** A browser says where a form was sent from. One that does not know the page's token was not on the page. */
function refuseForged(site: string | undefined, given: unknown, expected: string): void {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)];
  const isOurs = a.length === b.length && timingSafeEqual(a, b);
  if (!isOurs || (site !== undefined && site !== 'same-origin'))
    refused('FORBIDDEN', 'The form was not sent from the page of this checkout; open the page again');
}
