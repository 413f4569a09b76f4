import { type AuditEntry, type AuditView, entryAbout } from '@assay/billing';
import { counted } from '@assay/kernel';
import { once } from 'node:events';
import pc from 'picocolors';
import { bareTable } from './output/table-style';

interface Verdict {
  /** The sessions whose ends were compared with the ledger. */
  readonly compared: number;
  readonly failures: readonly string[];
}

/** Writes an audit as it goes: a ledger of years is never held whole. */
export interface AuditWriter {
  entry(entry: AuditEntry): Promise<void>;
  end(audit: AuditView, verdict: Verdict): Promise<void>;
}

export const auditWriter = (organizationId: string, { json = false }: { readonly json?: boolean }): AuditWriter =>
  json ? jsonWriter() : tableWriter(organizationId);

/** The same without the entries, for who has them written elsewhere. */
export const verdictWriter = (organizationId: string, { json = false }: { readonly json?: boolean }): AuditWriter => ({
  entry: async () => undefined,
  end: (audit, verdict) =>
    json ? jsonWriter().end(audit, verdict) : write(`${balanceText(organizationId, audit)}${verdicts(audit, verdict)}`),
});

interface Anchor {
  readonly organizationId: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly balance: number;
  readonly key: { readonly id: string; readonly publicKey: string };
}

export const anchorText = ({ organizationId, hash, timestamp, balance, key }: Anchor): string =>
  `${organizationId} had ${balance} credits at ${timestamp}, after the newest entry of its ledger\n` +
  `anchor ${hash}\n` +
  `key    ${key.publicKey} (Ed25519, ${key.id})\n`;

/** One object; its entries come first. */
function jsonWriter(): AuditWriter {
  let written = 0;
  return {
    entry(entry) {
      written += 1;
      return write(`${written === 1 ? '{\n  "entries": [\n' : ',\n'}    ${JSON.stringify(entry)}`);
    },
    end({ entries: _, ...audit }, { compared, failures }) {
      const rest = JSON.stringify({ ...audit, sessionsCompared: compared, failures }, null, 2);
      return write(`${written === 0 ? '{\n  "entries": [' : '\n  '}],${rest.slice(1)}\n`);
    },
  };
}

/** Rows whose columns are aligned with each other. */
const ROWS = 200;

function tableWriter(organizationId: string): AuditWriter {
  let rows: (string | number)[][] = [];
  let isFirst = true;
  const flush = async () => {
    const table = bareTable(isFirst ? COLUMNS : [], ['left', 'right', 'right', 'left', 'left']);
    table.push(...rows);
    [rows, isFirst] = [[], false];
    await write(`${table.toString()}\n`);
  };
  return {
    async entry(entry) {
      rows.push(rowOf(entry));
      if (rows.length === ROWS) await flush();
    },
    async end(audit, verdict) {
      if (rows.length > 0 || isFirst) await flush();
      await write(`${balanceText(organizationId, audit)}${verdicts(audit, verdict)}`);
    },
  };
}

const COLUMNS = ['Time', 'Amount', 'Balance', 'Entry', 'Session', 'About'];

function rowOf(entry: AuditEntry): (string | number)[] {
  const { timestamp, amount, balanceAfter, type, details } = entry;
  const shown = amount > 0 ? pc.green(`+${amount}`) : amount < 0 ? pc.red(String(amount)) : '0';
  return [timestamp, shown, balanceAfter, type, details.sessionId ?? '', entryAbout(entry)];
}

function balanceText(organizationId: string, { asOf, balance, recordedBalance, unopenedMonths }: AuditView): string {
  const opened = unopenedMonths.length === 0 ? '' : ` (${recordedBalance} before ${unopenedMonths.join(', ')} opens)`;
  return `\n${organizationId} had ${pc.bold(String(balance))} credits at ${asOf}${opened}\n`;
}

function verdicts({ chain, anchors }: AuditView, { compared, failures }: Verdict): string {
  if (failures.length > 0)
    return (
      failures.map((failure) => `${pc.red('✗')} ${failure}\n`).join('') +
      (anchors.contradictions.length === 0 ? '' : AFTER_A_RESTORE)
    );
  const months = anchors.compared === 1 ? 'its month' : `its ${anchors.compared} months`;
  const passed = [
    `the hash chain of ${chain.checked} ${chain.checked === 1 ? 'entry' : 'entries'} is unbroken (head ${chain.head})`,
    ...(anchors.compared === 0 ? [] : [`${months} ${anchors.compared === 1 ? 'holds' : 'hold'} what was anchored`]),
    'the read model says the same',
    ...(compared === 0 ? [] : [`${counted(compared, 'session')} ended with what the ledger says`]),
  ];
  return passed.map((check) => `${pc.green('✓')} ${check}\n`).join('');
}

const AFTER_A_RESTORE =
  '  If the events were restored from an older backup by hand, say so once with the service stopped:\n' +
  '  assay audit credits --re-anchor\n';

/** A reader that went away drains nothing: the process ends with what it has written. */
async function write(text: string): Promise<void> {
  const { stdout } = process;
  if (!stdout.write(text) && stdout.writable) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]);
}
