import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@writ/diagnostics';
import { expect, it, onTestFinished } from 'vitest';
import { addRepositories } from './third-party.ts';

const address = 'https://own.example/a.b~c\\d&e/$repo/$arch';

it.each([
  ['the distribution', '[options]\nHoldPkg = pacman\n\n[core]\nInclude = /etc/pacman.d/mirrorlist\n'],
  ['a file with a similar name', '[options]\n[aXb]\nServer = https://other.example\n'],
])(
  'third-party repositories are appended once to the pacman.conf of %s, without logins',
  (_title, before) => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-repositories-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'pacman.conf');
    writeFileSync(file, before);
    const operation = addRepositories([
      {
        name: 'a.b',
        servers: [{ address, userInfo: new Secret('ada:canary') }, { address: 'file:///srv/$repo' }],
        signatures: 'packages',
      },
      { name: 'lab', servers: [{ address }], signatures: 'none' },
    ])!;
    const apply = (): string => {
      for (const { argv } of operation.commands) {
        const [program = '', ...args] = argv.map((text) => text.replace('{tree}/etc/pacman.conf', file));
        execFileSync(program, args);
      }
      return readFileSync(file, 'utf8');
    };
    const once = apply();
    expect(once).toBe(
      [
        before,
        '[a.b]',
        'SigLevel = Required DatabaseOptional',
        '# This server requires a login, which is not stored here.',
        `Server = ${address}`,
        'Server = file:///srv/$repo',
        '',
        '[lab]',
        'SigLevel = Never',
        `Server = ${address}`,
        '',
      ].join('\n'),
    );
    expect(apply()).toBe(once);
    for (const check of operation.verify) {
      if (check.kind === 'contains') expect(once).toMatch(new RegExp(check.pattern, 'm'));
    }
  },
);
