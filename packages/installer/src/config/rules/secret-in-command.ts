import { secretTexts } from '../secrets.ts';
import { each, type Rule } from './rule.ts';

/** A command is run as it stands, so what it holds is seen by whoever may read the plan or the list of processes. */
export const secretInCommand: Rule = ({ config, find }) =>
  each('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) =>
    secretTexts(item).length === 0
      ? []
      : [
          find('secret-in-command', pointer, {
            message: 'the command holds what looks like a password, a hash or a token',
            hint: 'plans as JSON and the list of processes show it: have the command read it from a file that the new system gets another way',
          }),
        ],
  );
