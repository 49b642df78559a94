import { printable } from '@writ/diagnostics';
import { parseHead, type AuditHead } from '@writ/service';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { alignColumns } from '../printing/columns.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { administer, reportRefusal } from './administer.ts';
import { auditCommand } from './commands.ts';

const MOST_ENTRIES = 10_000;

/** `writ audit`: lists or verifies the audit log on the machine of the service. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(auditCommand, argv);
  const [action = 'list', ...more] = operands;
  if (more.length > 0) throw new UsageError(`unexpected argument ${more.join(' ')}`);
  const { before, head, format } = values;
  if (action === 'list') {
    if (head !== undefined) throw new UsageError('--head requires the action verify');
    const limit = readNumber('limit', values.limit, MOST_ENTRIES);
    const until = before === undefined ? {} : { before: readNumber('before', before) };
    return reportRefusal(() => list(limit, until, format));
  }
  if (action !== 'verify')
    throw new UsageError(`unknown action ${JSON.stringify(action)}: use list or verify`);
  if (before !== undefined) throw new UsageError('--before requires the action list');
  const known = head === undefined ? undefined : parseHead(head);
  if (head !== undefined && known === undefined)
    throw new UsageError('invalid --head: use N:HASH, as writ audit verify prints it');
  return reportRefusal(() => verify(known, format));
}

async function list(
  limit: number,
  until: { readonly before?: number },
  format: 'text' | 'json',
): Promise<number> {
  const entries = await administer('list audit', { limit, ...until });
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return exitStatus.done;
  }
  const rows = entries.map(
    ({ number, time, actor, credential, token, address, status, action, subject, digest }) => [
      String(number),
      time.slice(0, 19).replace('T', ' '),
      actor ?? '-',
      token === null ? credential : `${credential} ${token}`,
      address ?? '-',
      String(status),
      action,
      subject,
      digest === null ? '' : `plan ${digest.slice(0, 12)}`,
    ],
  );
  const header = ['no.', 'time (UTC)', 'who', 'credential', 'from', 'status', 'action', 'subject', ''];
  for (const line of alignColumns(rows.length === 0 ? [] : [header, ...rows]))
    process.stdout.write(`${printable(line)}\n`);
  if (rows.length === 0) printMessage('the audit log has no entries');
  return exitStatus.done;
}

async function verify(known: AuditHead | undefined, format: 'text' | 'json'): Promise<number> {
  const result = await administer('verify audit', known === undefined ? {} : { known });
  const { entries, head, problems } = result;
  if (format === 'json') process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else {
    for (const problem of problems) process.stdout.write(`${problem}\n`);
    if (problems.length === 0)
      process.stdout.write(`${entries} ${entries === 1 ? 'entry' : 'entries'}, unchanged\n`);
    if (head !== undefined) process.stdout.write(`head ${head.number}:${head.hash}\n`);
  }
  return problems.length === 0 ? exitStatus.done : exitStatus.findings;
}

function readNumber(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= 1 && value <= most) return value;
  throw new UsageError(
    `invalid --${option} ${JSON.stringify(text)}: use a number from 1${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
  );
}
