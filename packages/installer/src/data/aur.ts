/** Endings of AUR packages that are built from a version control system, or not built at all. */
const endings = /-(?:git|svn|hg|bzr|cvs|darcs|bin|appimage|nightly|aur)$/;

/** Beginnings of the names of kernels, drivers and others of which the AUR has many. */
const beginnings =
  /^(?:linux-(?:cachyos|clear|xanmod|tkg|ck|lqx|mainline|surface)|nvidia-\d+xx|jetbrains-toolbox|ttf-ms-|ungoogled-chromium|otf-apple-|pamac)/;

/** Popular AUR packages whose names do not show that they are from the AUR. */
const known: ReadonlySet<string> = new Set([
  '1password',
  '1password-cli',
  'android-studio',
  'anydesk',
  'apple-fonts',
  'aura',
  'auto-cpufreq',
  'betterlockscreen',
  'downgrade',
  'dropbox',
  'eww',
  'floorp',
  'freetube',
  'google-chrome',
  'google-chrome-beta',
  'google-chrome-dev',
  'heroic-games-launcher',
  'hyprshot',
  'insomnia',
  'librewolf',
  'mailspring',
  'megasync',
  'minecraft-launcher',
  'mongodb',
  'mullvad-vpn',
  'nordvpn',
  'notion-app',
  'octopi',
  'optimus-manager',
  'paru',
  'pikaur',
  'plex-media-server',
  'postman',
  'protonup-qt',
  'rate-mirrors',
  'slack-desktop',
  'snapd',
  'spotify',
  'stacer',
  'sublime-text-4',
  'swaylock-effects',
  'teams',
  'teams-for-linux',
  'teamviewer',
  'trizen',
  'update-grub',
  'ventoy',
  'vesktop',
  'visual-studio-code',
  'wlogout',
  'wps-office',
  'xone-dkms',
  'yay',
  'zoom',
  'zen-browser',
]);

/** Whether a package that is in no repository is probably from the AUR. */
export function isAurName(name: string): boolean {
  return known.has(name) || endings.test(name) || beginnings.test(name);
}
