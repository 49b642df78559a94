import { nearest, type Diagnostic } from '@writ/diagnostics';
import { ALLOWED_IN_COMMANDS, findControlCharacter } from '../control-characters.ts';
import { escapePointer } from '../json/tree.ts';
import { describeValueType } from '../wording.ts';
import { passwordForm } from '../password.ts';
import type { InstallerConfig } from '../../schema/types.gen.ts';
import { describeCommandFault } from './command.ts';
import { withPointers, type Check } from './check.ts';
import { passwordsOf } from './users.ts';

/** Something that names a secret. */
interface Reference {
  readonly name: string;
  /** Of the object that names it. */
  readonly pointer: string;
  /** What is wrong with the secret that is given; holds nothing of it. */
  readonly check: (secret: string) => Pick<Diagnostic, 'message' | 'expected' | 'hint'> | undefined;
}

/** A secret that is named must be what stands in its place may be, once a file gives it. */
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
        finding('secret-not-given', place, {
          message: 'the file of credentials gives no secret of this name: an installation would refuse',
          hint:
            close === undefined ? 'add it there' : `it has one of a name close to this: check the spelling`,
        }),
      ];
    }
    const secret = credentials.get(name);
    if (typeof secret !== 'string') {
      return [
        finding('wrong-secret', place, {
          message: `the secret that the credentials give is ${describeValueType(secret).replace(/^(true|false)$/, 'true or false')}, but must be text`,
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
  const commands = withPointers('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) =>
    typeof item === 'object' && item.$secret !== undefined
      ? [{ name: item.$secret, pointer, check: checkCommand }]
      : [],
  );
  return [...passwords, ...logins, ...commands];
}

function checkPasswordAs(mustBeHash: boolean): Reference['check'] {
  return (secret) => {
    const form = passwordForm(secret);
    if (form === 'hash') return undefined;
    if (form === 'control-character') return unprintable;
    if (form === 'plain') {
      return mustBeHash
        ? {
            message:
              'the secret that the credentials give is plain text, and the configuration calls it a hash',
            hint: 'give its hash, or remove hash from the configuration',
          }
        : undefined;
    }
    return {
      message: 'the secret that the credentials give looks like a hash, but is none that is taken',
      expected: 'plain text, or a hash of crypt(3): $y$, $6$, $2b$ or $5$',
    };
  };
}

const unprintable = { message: 'the secret that the credentials give holds a control character' };

function checkCommand(secret: string): ReturnType<Reference['check']> {
  const held = findControlCharacter(secret, ALLOWED_IN_COMMANDS);
  return describeCommandFault(secret) ?? (held === undefined ? undefined : unprintable);
}

const checkLogin: Reference['check'] = (secret) =>
  findControlCharacter(secret) === undefined && /^[^/\s@]+$/.test(secret)
    ? undefined
    : {
        message: 'the secret that the credentials give cannot stand before the @ of an address',
        expected: 'user:password, with percent signs for what is no letter or digit, such as %40 for @',
      };
