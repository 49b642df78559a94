import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../api/answers.ts';
import { suggestServices } from './service-suggestions.ts';

const profile = (main: string, packages: readonly string[], services: readonly string[]): unknown => ({
  value: services[0],
  main,
  packages,
  packageGroups: [],
  services,
  userGroups: [],
});
const profiles = [
  profile('server', ['openssh'], ['sshd']),
  profile('server', ['nginx'], ['nginx']),
  profile('server', ['cockpit', 'udisks2'], ['cockpit.socket']),
  profile('desktop', ['gnome'], ['gdm']),
] as Choices['profiles'];

describe('suggestServices', () => {
  it('returns the services of the listed packages', () => {
    expect(suggestServices(['git', 'openssh', 'nginx'], [], profiles)).toEqual(['sshd', 'nginx']);
    expect(suggestServices(['udisks2', 'gnome'], [], profiles)).toEqual([]);
  });

  it('omits services that are listed', () => {
    expect(suggestServices(['openssh', 'nginx', 'cockpit'], ['sshd.service', 'nginx'], profiles)).toEqual([
      'cockpit.socket',
    ]);
  });

  it('omits services of chosen profiles', () => {
    expect(suggestServices(['openssh', 'nginx'], [], profiles, ['sshd'])).toEqual(['nginx']);
  });
});
