import { phrase } from '@writ/diagnostics';
import { secretsInCommand } from '../commands/command-secrets.ts';
import { term } from '../../terms.ts';
import { commandsOf } from './command-lists.ts';
import type { Check } from './check.ts';

/**
 * Reports commands that seem to contain secrets. Writ masks the commands, but process lists show the arguments of
 * programs.
 */
export const checkSecretsInCommands: Check = ({ config, finding }) =>
  commandsOf(config).flatMap(({ item, pointer }) =>
    typeof item !== 'string' || secretsInCommand(item).length === 0
      ? []
      : [
          finding('secret-in-command', pointer, {
            message: 'the command seems to contain a password, a hash, a key or a token',
            hint: phrase`plans and logs hide the command, but the process list may show the secret: read it from a file, set the password with !users, or write the command as {"$secret": "…"} and pass it ${term('asCredentials')}`,
          }),
        ],
  );
