import { secretsInCommand } from '../commands/command-secrets.ts';
import { withPointers, type Check } from './check.ts';

/** Plans and our own arguments hide such a command; those of the programs that it starts are not ours. */
export const checkSecretsInCommands: Check = ({ config, finding }) =>
  withPointers('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) =>
    typeof item !== 'string' || secretsInCommand(item).length === 0
      ? []
      : [
          finding('secret-in-command', pointer, {
            message: 'the command holds what looks like a password, a hash, a key or a token',
            hint: 'plans and logs hide the command, but the programs that it starts may show the secret in the list of processes: have it read the secret from a file, set a password with !users, or write the command as {"$secret": "…"} and give it with --creds',
          }),
        ],
  );
