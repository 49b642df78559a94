import { hashNewPassword, type Right } from '@writ/service';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { alignColumns } from '../printing/columns.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { administer, reportRefusal } from './administer.ts';
import { userCommand } from './commands.ts';
import { readPassword } from './read-password.ts';

/** `writ user`: administers users on the machine of the service. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(userCommand, argv);
  const [action, name, ...more] = operands;
  if (more.length > 0) throw new UsageError(`unexpected argument ${more.join(' ')}`);
  const { role, format } = values;
  const needsRole = action === 'add' || action === 'role';
  if (role !== undefined && !needsRole) throw new UsageError('--role requires the action add or role');
  if (action === 'list') {
    if (name !== undefined) throw new UsageError(`unexpected argument ${name}`);
    return reportRefusal(() => listUsers(format));
  }
  if (action === undefined || !ACTIONS.has(action)) {
    const found = action === undefined ? 'missing action' : `unknown action ${JSON.stringify(action)}`;
    throw new UsageError(`${found}: use add, list, remove, role or password`);
  }
  if (name === undefined) throw new UsageError('missing NAME: pass the name of the user');
  if (needsRole && role === undefined) throw new UsageError('missing --role: use view, run or administer');
  return reportRefusal(() => changeUser(action, name, role!));
}

const ACTIONS: ReadonlySet<string> = new Set(['add', 'remove', 'role', 'password']);

async function changeUser(action: string, name: string, role: Right): Promise<number> {
  switch (action) {
    case 'remove':
      await administer('remove user', { name });
      printMessage(`the user ${name} was removed, with all tokens and sessions`);
      return exitStatus.done;
    case 'role':
      await administer('set role', { name, role });
      printMessage(`the user ${name} now has the role ${role}; all of that user's sessions have ended`);
      return exitStatus.done;
    default:
      return setPassword(action, name, role);
  }
}

async function setPassword(action: string, name: string, role: Right): Promise<number> {
  const typed = await readPassword(name);
  if (typed === undefined) {
    printMessage('nothing was changed');
    return exitStatus.interrupted;
  }
  const password = await hashNewPassword(typed);
  if (action === 'add') {
    await administer('add user', { name, role, password });
    printMessage(`the user ${name} was added with the role ${role}`);
  } else {
    await administer('set password', { name, password });
    printMessage(`the password of the user ${name} was changed; all of that user's sessions have ended`);
  }
  return exitStatus.done;
}

async function listUsers(format: 'text' | 'json'): Promise<number> {
  const users = await administer('list users', {});
  if (format === 'json') process.stdout.write(`${JSON.stringify(users, null, 2)}\n`);
  else {
    const rows = users.map(({ name, role, changed }) => [name, role, changed.slice(0, 10)]);
    const header = ['name', 'role', 'changed'];
    for (const line of alignColumns(users.length === 0 ? [] : [header, ...rows]))
      process.stdout.write(`${line}\n`);
    if (users.length === 0) printMessage('there are no users; writ user add NAME --role administer adds one');
  }
  return exitStatus.done;
}
