import { isCommandList } from '../config/command-lists.ts';
import { isSecretKey } from '../config/secrets.ts';
import { environmentName, isSecretVariable } from './variable.ts';

/** Why variables must not be used at a location, and what to do instead. */
export interface ForbiddenPlace {
  readonly message: string;
  readonly hint: string;
}

/**
 * Returns why a string must not contain variables; undefined if it may contain them.
 *
 * @param keys the keys on the path to the string, without list indices
 */
export function forbiddenPlace(keys: readonly string[], variable: string): ForbiddenPlace | undefined {
  const [first, second] = keys;
  if (isCommandList(keys)) {
    return {
      message: 'variables must not be used in commands, because a shell would interpret their values',
      hint: isSecretVariable(variable)
        ? 'commands cannot read secrets of the table: write the command as {"$secret": "…"} and pass it with the credentials'
        : `read the environment variable instead: "$${environmentName(variable)}"`,
    };
  }
  if (first === 'profile' && second === 'path') {
    return {
      message: 'variables must not be used in profile.path, because the definition decides what is installed',
      hint: 'write a template for each profile',
    };
  }
  if (first === 'mirror-region') {
    return {
      message: 'variables must not be used in mirror-region, because all packages come from these servers',
      hint: 'list the servers of all sites, or write a template for each site',
    };
  }
  if (first === 'additional-repositories' || (first === 'x-writ' && second === 'repositories')) {
    return {
      message:
        'variables must not be used for repositories, because they decide which packages are installed',
      hint: 'write a template for each set of repositories',
    };
  }
  return undefined;
}

/**
 * Returns why a variable must not be used for a value; undefined if it may be used.
 *
 * @param key the key of the value, or of the list that contains it
 */
export function secretMisuse(key: string, variable: string): ForbiddenPlace | undefined {
  const isSecretValue = key.startsWith('!');
  if (isSecretVariable(variable) === isSecretValue) return undefined;
  if (isSecretValue) {
    return {
      message: `the value is a secret, but the variable "${variable}" is not, so its values would be printed`,
      hint: `call the variable and its column "!${variable}"`,
    };
  }
  return {
    message: `the variable "${variable}" is a secret, but this value is printed in plans and logs`,
    hint: isSecretKey(key)
      ? 'use it only for values whose key begins with !'
      : 'use it only for values whose key begins with !, or remove ! from its name if its values are not secret',
  };
}
