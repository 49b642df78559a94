import { expect, it } from 'vitest';
import { readArguments } from '../../command-line/read-arguments.ts';
import { installCommand } from '../commands.ts';
import { forwardArguments, optionUses } from './forwarded-arguments.ts';

const forward = (...argv: string[]): string[] =>
  forwardArguments(readArguments(installCommand, ['c.json', '--ssh=root@host', ...argv]).values);

it('every option of writ install has a use over SSH', () => {
  expect(Object.keys(optionUses).toSorted()).toEqual(Object.keys(installCommand.options).toSorted());
});

it('options about the installation are passed to the host, and files and secrets are not', () => {
  expect(
    forward(
      '--yes',
      '--wipe',
      '--target=serial=S 1',
      '--target=serial=S2',
      '--firmware=bios',
      '--resume',
      '--mirror=https://mirror.example/$repo/os/$arch',
      '--secret=root=@/secret',
      '--lock=l.json',
      '--events=e.jsonl',
      '--ssh-option=Port=2222',
      '--ssh-system=s.tar.gz',
      '--quiet',
    ).toSorted(),
  ).toEqual([
    '--firmware=bios',
    '--format=text',
    '--mirror=https://mirror.example/$repo/os/$arch',
    '--resume',
    '--target=serial=S 1',
    '--target=serial=S2',
    '--wipe',
    '--yes',
  ]);
});

it('the login of a mirror is not passed to the host', () => {
  expect(() => forward('--mirror=https://ada:canary@mirror.example/$repo')).toThrow(
    /^with --ssh, --mirror must not contain a login: write the address in the configuration$/,
  );
});

it.each(['--facts=facts.json', '--image-size=8G'])('%s and --ssh cannot be combined', (option) => {
  expect(() => forward(option)).toThrow(`${option.split('=')[0]} and --ssh cannot be combined`);
});
