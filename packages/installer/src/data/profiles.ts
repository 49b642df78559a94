import type { Details, Main } from '../config/types.gen.ts';

/** What is known of a profile before it is planned. */
export interface ProfileFacts {
  readonly main: Main;
}

const of = (main: Main, ...names: Details[]): [Details, ProfileFacts][] =>
  names.map((name) => [name, { main }]);

/** By the names of `profile.details`. */
export const profiles: Readonly<Record<string, ProfileFacts>> = Object.fromEntries([
  ...of(
    'desktop',
    'awesome',
    'bspwm',
    'budgie',
    'cinnamon',
    'cutefish',
    'deepin',
    'desktop',
    'enlightenment',
  ),
  ...of('desktop', 'gnome', 'i3-wm', 'plasma', 'lxqt', 'mate', 'sway', 'xfce4', 'qtile'),
  ...of(
    'server',
    'cockpit',
    'docker',
    'httpd',
    'lighttpd',
    'mariadb',
    'nginx',
    'postgresql',
    'sshd',
    'tomcat',
  ),
]);

/** The main profile that details belong to; any case of letters. */
export function mainOf(details: string): Main | undefined {
  const name = details.toLowerCase();
  return Object.hasOwn(profiles, name) ? profiles[name]?.main : undefined;
}
