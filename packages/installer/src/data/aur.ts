/** Suffixes of AUR packages, such as packages built from a version control system, and prebuilt packages. */
const suffixes = /-(?:git|svn|hg|bzr|cvs|darcs|bin|appimage|nightly|aur)$/;

/** Prefixes of kernels, drivers and other packages with many variants in the AUR. */
const prefixes =
  /^(?:linux-(?:cachyos|clear|xanmod|tkg|ck|lqx|mainline|surface)|nvidia-\d+xx|jetbrains-toolbox|ttf-ms-|ungoogled-chromium|otf-apple-|pamac)/;

/** Popular AUR packages whose names do not reveal that they are from the AUR. */
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

/** Whether an unknown package is probably from the AUR. */
export function isAurName(name: string): boolean {
  return known.has(name) || suffixes.test(name) || prefixes.test(name);
}
