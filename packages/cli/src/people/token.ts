import { readArguments } from '../command-line/read-arguments.ts';
import type { OptionValues } from '../command-line/declaration.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { alignColumns } from '../printing/columns.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { administer, reportRefusal } from './administer.ts';
import { tokenCommand } from './commands.ts';

/** The values of the options. */
type Values = OptionValues<(typeof tokenCommand)['options']>;

/** `writ token`: administers API tokens on the machine of the service. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(tokenCommand, argv);
  const [action, token, ...more] = operands;
  if (more.length > 0) throw new UsageError(`unexpected argument ${more.join(' ')}`);
  switch (action) {
    case 'create':
      return createToken(token, values);
    case 'list':
      if (token !== undefined) throw new UsageError(`unexpected argument ${token}`);
      return reportRefusal(() => listTokens(values));
    case 'revoke':
      return revokeToken(token);
    default: {
      const found = action === undefined ? 'missing action' : `unknown action ${JSON.stringify(action)}`;
      throw new UsageError(`${found}: use create, list or revoke`);
    }
  }
}

async function createToken(name: string | undefined, { user, scope, days, format }: Values): Promise<number> {
  if (name === undefined) throw new UsageError('missing TOKEN: pass what the token is for, such as backup');
  if (user === undefined) throw new UsageError('missing --user: pass the name of the owner');
  if (scope === undefined) throw new UsageError('missing --scope: use view, run or administer');
  return reportRefusal(async () => {
    const created = await administer('create token', { name, owner: user, scope, days: Number(days) });
    if (format === 'json') process.stdout.write(`${JSON.stringify(created, null, 2)}\n`);
    else {
      printMessage(
        `token ${created.id} is valid until ${created.expires.slice(0, 10)}; it cannot be displayed again`,
      );
      process.stdout.write(`${created.value}\n`);
    }
    return exitStatus.done;
  });
}

async function listTokens({ user, format }: Values): Promise<number> {
  const tokens = await administer('list tokens', user === undefined ? {} : { owner: user });
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(tokens, null, 2)}\n`);
    return exitStatus.done;
  }
  const rows = tokens.map(({ id, owner, name, scope, expires, lastUsed }) => [
    String(id),
    owner,
    scope,
    expires.slice(0, 10),
    lastUsed === null ? 'never' : `${lastUsed.slice(0, 13).replace('T', ' ')}:00`,
    name,
  ]);
  const header = ['id', 'owner', 'scope', 'expires', 'last used', 'name'];
  for (const line of alignColumns(rows.length === 0 ? [] : [header, ...rows]))
    process.stdout.write(`${line}\n`);
  if (rows.length === 0) printMessage('there are no tokens');
  return exitStatus.done;
}

async function revokeToken(token: string | undefined): Promise<number> {
  if (token === undefined || !/^\d{1,15}$/.test(token))
    throw new UsageError('missing TOKEN: pass the number of the token, which writ token list shows');
  return reportRefusal(async () => {
    const { owner, name } = await administer('revoke token', { id: Number(token) });
    printMessage(`token ${token} of ${owner} was revoked (${name})`);
    return exitStatus.done;
  });
}
