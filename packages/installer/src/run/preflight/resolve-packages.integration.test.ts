import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, createTestContext } from '../testing.ts';
import { resolvePackages, unknownPackage } from './resolve-packages.ts';
import { unitPaths } from './programs.ts';

describe('an unknown package', () => {
  it('is reported with a similar name as a suggestion', () => {
    expect(unknownPackage({ name: 'opensh', pointer: '/packages/0' }, ['openssh', 'git'])).toMatchObject({
      rule: 'package-unknown',
      pointer: '/packages/0',
      hint: 'did you mean openssh?',
    });
  });

  it('is reported with the package that it names in other distributions, if the mirrors have that package', () => {
    for (const name of ['ssh', 'sshd', 'openssh-server']) {
      expect(unknownPackage({ name }, ['assh', 'openssh', 'sshfs'])).toMatchObject({
        hint: 'did you mean openssh?',
        unknown: name,
        suggestion: 'openssh',
      });
    }
    expect(unknownPackage({ name: 'ssh' }, ['assh']).suggestion).toBe('assh');
  });

  it.each([
    'yay',
    'paru',
    'brave-bin',
    'neovim-git',
    'hyprland-nightly',
    'google-chrome',
    'linux-xanmod-lts',
    'nvidia-470xx-dkms',
  ])('is reported with a hint about the AUR: %s', (name) => {
    const { hint } = unknownPackage({ name }, ['yad', 'brave', 'neovim', 'git', name.slice(0, -1)]);
    expect(hint).toContain(`${name} looks like an AUR package`);
  });

  it.each(['opensh', 'git', 'binutils', 'digital', 'cabin'])(
    'is reported without a hint about the AUR: %s',
    (name) => {
      expect(unknownPackage({ name }, []).hint).toBeUndefined();
    },
  );

  it('is reported as a package group if the configuration requests a group', () => {
    expect(unknownPackage({ name: 'xfce4', group: true }, []).message).toBe(
      'no repository on the mirrors has the package group xfce4',
    );
  });

  it('is reported with the reason if it was removed from the distribution', () => {
    expect(unknownPackage({ name: 'nvidia-dkms' }, [])).toMatchObject({
      message: expect.stringMatching(/nvidia-dkms, which .*no longer/) as string,
      hint: 'install nvidia-open-dkms instead',
    });
    expect(unknownPackage({ name: 'cutefish' }, ['cutefis'])).toMatchObject({
      message: expect.stringContaining('was never in the official repositories') as string,
      hint: 'choose another profile, or a mirror that has it',
    });
  });
});

/** Creates a context with a package manager that prints `answer`, and a substitute for bsdtar. */
async function withPacman(answer: string): Promise<Awaited<ReturnType<typeof createTestContext>>> {
  const bin = await temporaryFolder();
  const scripts = {
    pacman: `cat <<'END'\n${answer}\nEND`,
    bsdtar: String.raw`for member; do case $member in */desc) n=\${member%-*-*}; printf '%%FILENAME%%\n%s.pkg\n\n%%NAME%%\n%s\n\n%%VERSION%%\n1-1\n\n%%ARCH%%\nany\n\n%%SHA256SUM%%\n%064d\n\n%%CSIZE%%\n1\n\n%%ISIZE%%\n1\n\n' "$n" "$n" 0;; esac; done`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script.replaceAll('\\$', '$')}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const context = await createTestContext({ environment: { PATH: `${bin}:${process.env['PATH']}` } });
  await mkdir(join(context.roots.scratch, 'db'));
  return context;
}

it('package groups are resolved to their members without a prompt', async () => {
  const context = await withPacman(
    [
      ':: There are 2 members in group xfce4:',
      ':: Repository extra',
      '   1) exo  2) thunar',
      '',
      'Enter a selection (default=all): ',
      'extra exo 4.20-1',
      'package extra exo 4.20-1',
      'package extra thunar 4.20-1',
      'package core glibc 2.41-1',
    ].join('\n'),
  );
  const { resolved, findings } = await resolvePackages(
    [{ name: 'xfce4', group: true }],
    ['core', 'extra'],
    context,
  );
  expect(findings).toEqual([]);
  expect(resolved.map(({ name, repository }) => [repository, name])).toEqual([
    ['core', 'glibc'],
    ['extra', 'exo'],
    ['extra', 'thunar'],
  ]);
});

it('units of user sessions are searched for in the folders of user units', () => {
  expect(unitPaths('pipewire-pulse.service', 'user')).toContain(
    'usr/lib/systemd/user/pipewire-pulse.service',
  );
  expect(unitPaths('pipewire-pulse.service', 'user').join(' ')).not.toContain('/system/');
});
