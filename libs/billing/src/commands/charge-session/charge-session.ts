import type { LogPosition } from '@assay/event-store';
import type { Microcredits, Prices } from '@assay/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import type { ChargeAccount, ChargeLine, ChargeSubject, ChargeTerms, PaidPlan } from '../../domain/charge';
import * as charging from '../../domain/charging';
import { accountOfSession, balanceOf } from '../../domain/credit-ledger';
import { type HeldQuote, pricesOf } from '../../domain/held-quote';
import { type SessionPlan, categoriesOf, paidPlan, priceSession } from '../../domain/pricing';
import { HeldQuotes } from '../../held-quotes';
import { PriceVersions } from '../../price-versions';
import { accepted } from '../accepted';

interface SessionCharged {
  readonly position: LogPosition | undefined;
  /** The lines of the session's price; on a repeated charge, those that it would have now. */
  readonly lines: readonly ChargeLine[];
  /**
   * The tools and features that were paid for: on a repeated charge those of the first one, which may differ from the
   * current request. Undefined only for charges of an earlier release, which did not record them.
   */
  readonly paidFor: PaidPlan | undefined;
  readonly account: ChargeAccount;
  readonly newBalance: Microcredits;
}

/**
 * Charges a session's base price, features and categories. Keyed by the session: charging it again changes nothing. A
 * session that names a quote pays the quoted price and gets the quoted features; it is refused if the quote does not
 * apply. Refused: INSUFFICIENT_CREDITS (details `{required, balance}` in credits), VALIDATION_ERROR for an unknown
 * feature, QUOTE_NOT_FOUND, QUOTE_NOT_APPLICABLE (details `{quoteId, changed}`).
 */
export class ChargeSession extends Command<SessionCharged> {
  constructor(
    readonly input: ChargeSubject & SessionPlan & { readonly organizationId: string; readonly quoteId?: string },
  ) {
    super();
  }
}

@CommandHandler(ChargeSession)
export class ChargeSessionHandler implements ICommandHandler<ChargeSession> {
  constructor(
    private readonly accounts: CreditAccounts,
    private readonly quotes: HeldQuotes,
    private readonly versions: PriceVersions,
  ) {}

  async execute({ input }: ChargeSession): Promise<SessionCharged> {
    const { organizationId, sessionId, quoteId } = input;
    const quote = quoteId === undefined ? undefined : await this.quotes.of(organizationId, quoteId);
    const bought = { ...input, aiFeatures: featuresOf(input, quote) };
    const list = await this.versions.recorded();
    const prices = quote === undefined ? list.prices : pricesOf(quote, list.prices);
    const lines = priceSession(bought, prices);
    const plan = paidPlan(bought);
    const command = {
      ...input,
      lines,
      plan,
      categories: categoriesOf(input),
      terms: termsOf(prices, quote === undefined ? list.version : quote.prices, quote),
      ...(quote !== undefined && { quote: { held: quote, today: list.prices } }),
    };
    const { ledger, position, isNew } = await this.accounts.post(organizationId, (state, at) =>
      accepted(charging.chargeSession({ ...command, at }, state)),
    );
    const paidFor = isNew ? plan : await this.accounts.planPaidFor(organizationId, sessionId, ledger);
    return {
      position,
      lines,
      paidFor,
      account: accountOfSession(ledger, sessionId),
      newBalance: balanceOf(ledger),
    };
  }
}

/**
 * A quote determines the features that are bought. A session that cannot deliver one of them is refused when the quote
 * is checked.
 */
const featuresOf = ({ aiFeatures }: SessionPlan, quote: HeldQuote | undefined): readonly string[] =>
  quote === undefined ? aiFeatures : aiFeatures.filter((feature) => quote.price.ai[feature] !== undefined);

const termsOf = ({ lines }: Prices, version: string | undefined, quote: HeldQuote | undefined): ChargeTerms => ({
  lines,
  ...(version !== undefined && { prices: version }),
  ...(quote !== undefined && { quote: { quoteId: quote.quoteId, lines: quote.price.lines.estimated } }),
});
