import { nearest } from '@writ/diagnostics';
import { ALLOWED_IN_COMMANDS, findControlCharacter } from '../control-characters.ts';
import { escapePointer } from '../pointers.ts';
import { describeValueType } from '../wording.ts';
import { passwordForm } from '../password.ts';
import type { InstallerConfig } from '../../schema/types.gen.ts';
import { describeCommandFault } from './command.ts';
import { commandsOf } from './command-lists.ts';
import type { Check, FindingText } from './check.ts';
import { describePassphraseFault, PASSPHRASE_POINTER } from './passphrase.ts';
import { passwordsOf } from './users.ts';

/** A reference to a secret. */
interface Reference {
  readonly name: string;
  /** The pointer of the object with `$secret`. */
  readonly pointer: string;
  /** Describes why the secret is invalid, without quoting it; returns undefined if it is valid. */
  readonly check: (secret: string) => Pick<FindingText, 'message' | 'expected' | 'hint'> | undefined;
}

/**
 * Reports references to secrets that are missing from the credentials or invalid for their key. Without credentials,
 * there are no findings.
 */
export const checkSecretReferences: Check = ({ config, credentials, finding }) => {
  if (credentials === undefined) return [];
  return referencesOf(config).flatMap(({ name, pointer, check }) => {
    const place = `${pointer}/$secret`;
    if (!credentials.has(name)) {
      const close = nearest(
        name,
        [...credentials.keys()].filter((key) => !key.startsWith('!')),
      );
      return [
        finding('secret-not-found', place, {
          message:
            'the credentials do not contain a secret with this name, so an installation would be refused',
          hint:
            close === undefined
              ? 'add it to the credentials'
              : 'check the spelling: the credentials contain a similar name',
        }),
      ];
    }
    const secret = credentials.get(name);
    if (typeof secret !== 'string') {
      return [
        finding('wrong-secret', place, {
          message: `the secret in the credentials is ${describeValueType(secret).replace(/^(true|false)$/, 'a Boolean')}, but must be a string`,
        }),
      ];
    }
    const wrong = check(secret);
    return wrong === undefined ? [] : [finding('wrong-secret', place, wrong)];
  });
};

function referencesOf(config: Partial<InstallerConfig>): Reference[] {
  const passwords = passwordsOf(config).flatMap(({ value, pointer }) =>
    typeof value === 'object' && value.$secret !== undefined
      ? [{ name: value.$secret, pointer, check: checkPasswordAs(value.hash === true) }]
      : [],
  );
  const logins = Object.entries(config['mirror-region'] ?? {}).flatMap(([region, servers]) =>
    servers === undefined || Array.isArray(servers)
      ? []
      : Object.entries(servers).flatMap(([address, value]) =>
          typeof value === 'object' && value.$secret !== undefined
            ? [
                {
                  name: value.$secret,
                  pointer: `/mirror-region/${escapePointer(region)}/${escapePointer(address)}`,
                  check: checkLogin,
                },
              ]
            : [],
        ),
  );
  const commands = commandsOf(config).flatMap(({ item, pointer }) =>
    typeof item === 'object' && item.$secret !== undefined
      ? [{ name: item.$secret, pointer, check: checkCommand }]
      : [],
  );
  return [...passwords, ...logins, ...commands, ...passphraseReferences(config)];
}

function passphraseReferences(config: Partial<InstallerConfig>): Reference[] {
  const value = config['x-writ']?.disk?.luks?.['!passphrase'];
  return typeof value === 'object' && value.$secret !== undefined
    ? [{ name: value.$secret, pointer: PASSPHRASE_POINTER, check: describePassphraseFault }]
    : [];
}

function checkPasswordAs(mustBeHash: boolean): Reference['check'] {
  return (secret) => {
    const form = passwordForm(secret);
    if (form === 'hash') return undefined;
    if (form === 'control-character') return unprintable;
    if (form === 'plain') {
      return mustBeHash
        ? {
            message: 'the secret in the credentials is plain text, but the configuration declares a hash',
            hint: 'write its hash, or remove hash from the configuration',
          }
        : undefined;
    }
    return {
      message: 'the secret in the credentials looks like a hash, but is truncated or of an unsupported kind',
      expected: 'plain text, or a crypt(3) hash: $y$, $6$, $2b$ or $5$',
    };
  };
}

const unprintable = { message: 'the secret in the credentials contains a control character' };

function checkCommand(secret: string): ReturnType<Reference['check']> {
  const character = findControlCharacter(secret, ALLOWED_IN_COMMANDS);
  return describeCommandFault(secret) ?? (character === undefined ? undefined : unprintable);
}

const checkLogin: Reference['check'] = (secret) =>
  findControlCharacter(secret) === undefined && /^[^/\s@]+$/.test(secret)
    ? undefined
    : {
        message: 'the secret in the credentials cannot be used before the @ of an address',
        expected:
          'user:password, with all characters other than letters and digits percent-encoded, such as %40 for @',
      };
