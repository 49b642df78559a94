import { nearest, type Diagnostic } from '@writ/diagnostics';
import { BREAKS, controlCharacterIn } from '../control-characters.ts';
import { escapePointer } from '../json/tree.ts';
import { kindOf } from '../names.ts';
import { formOf } from '../password.ts';
import type { InstallerConfig } from '../../schema/types.gen.ts';
import { faultOfCommand } from './command.ts';
import { each, type Rule } from './rule.ts';
import { passwordsOf } from './users.ts';

/** Something that names a secret. */
interface Reference {
  readonly name: string;
  /** Of the object that names it. */
  readonly pointer: string;
  /** What is wrong with the secret that is given; holds nothing of it. */
  readonly judge: (secret: string) => Pick<Diagnostic, 'message' | 'expected' | 'hint'> | undefined;
}

/** A secret that is named must be what stands in its place may be, once a file gives it. */
export const secretReference: Rule = ({ config, given, find }) => {
  if (given === undefined) return [];
  return referencesOf(config).flatMap(({ name, pointer, judge }) => {
    const place = `${pointer}/$secret`;
    if (!given.has(name)) {
      const close = nearest(
        name,
        [...given.keys()].filter((key) => !key.startsWith('!')),
      );
      return [
        find('secret-not-given', place, {
          message: 'the file of credentials gives no secret of this name: an installation would refuse',
          hint:
            close === undefined ? 'add it there' : `it has one of a name close to this: check the spelling`,
        }),
      ];
    }
    const secret = given.get(name);
    if (typeof secret !== 'string') {
      return [
        find('wrong-secret', place, {
          message: `the secret that the credentials give is ${kindOf(secret).replace(/^(true|false)$/, 'true or false')}, but must be text`,
        }),
      ];
    }
    const wrong = judge(secret);
    return wrong === undefined ? [] : [find('wrong-secret', place, wrong)];
  });
};

function referencesOf(config: Partial<InstallerConfig>): Reference[] {
  const passwords = passwordsOf(config).flatMap(({ value, pointer }) =>
    typeof value === 'object' && value.$secret !== undefined
      ? [{ name: value.$secret, pointer, judge: passwordJudge(value.hash === true) }]
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
                  judge: judgeLogin,
                },
              ]
            : [],
        ),
  );
  const commands = each('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) =>
    typeof item === 'object' && item.$secret !== undefined
      ? [{ name: item.$secret, pointer, judge: judgeCommand }]
      : [],
  );
  return [...passwords, ...logins, ...commands];
}

function passwordJudge(mustBeHash: boolean): Reference['judge'] {
  return (secret) => {
    const form = formOf(secret);
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

function judgeCommand(secret: string): ReturnType<Reference['judge']> {
  const held = controlCharacterIn(secret, BREAKS);
  return faultOfCommand(secret) ?? (held === undefined ? undefined : unprintable);
}

const judgeLogin: Reference['judge'] = (secret) =>
  controlCharacterIn(secret) === undefined && /^[^/\s@]+$/.test(secret)
    ? undefined
    : {
        message: 'the secret that the credentials give cannot stand before the @ of an address',
        expected: 'user:password, with percent signs for what is no letter or digit, such as %40 for @',
      };
