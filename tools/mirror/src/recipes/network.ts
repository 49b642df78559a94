import type { Recipe } from './recipe.ts';

/** Uses the distribution's settings, which are a separate user and a server with the default page. */
export const nginx: Recipe = {
  name: 'nginx',
  repository: 'extra',
  description: 'Web server',
  versionOf: 'nginx',
  debian: ['nginx*'],
  depends: ['base'],
  trees: ['nginx'],
  without: [
    'etc/default/*',
    'etc/logrotate.d/*',
    'etc/nginx/modules-*',
    'etc/nginx/sites-*',
    'etc/nginx/snippets/*',
    'etc/ufw/*',
    'lib/systemd/*',
    'usr/share/apport/*',
    'usr/share/vim/*',
  ],
  backup: ['etc/nginx/nginx.conf'],
};

const glib2: Recipe = {
  name: 'glib2',
  repository: 'core',
  description: 'Library of common data structures and event loops',
  versionOf: 'libglib2.0-0',
  debian: ['libglib2.0-0'],
  depends: ['base'],
};

const polkit: Recipe = {
  name: 'polkit',
  repository: 'extra',
  description: 'Decides which users may perform privileged operations',
  versionOf: 'polkitd',
  debian: ['polkitd', 'libpolkit-*', 'libduktape*'],
  depends: ['base', 'glib2'],
  trees: ['polkit'],
  modes: { 'usr/lib/polkit-1/polkit-agent-helper-1': [0o4755] },
};

const networkmanager: Recipe = {
  name: 'networkmanager',
  repository: 'extra',
  description: 'Manages network connections',
  versionOf: 'network-manager',
  debian: [
    'network-manager',
    'libbluetooth3',
    'libcurl3-gnutls',
    'libmm-glib0',
    'libndp0',
    'libnewt*',
    'libnm0',
    'libslang2',
    'libteamdctl0',
  ],
  depends: ['base', 'glib2', 'polkit'],
  without: ['etc/NetworkManager/NetworkManager.conf', 'etc/NetworkManager/dispatcher.d/01-ifupdown'],
  modes: { 'etc/NetworkManager/system-connections': [0o700] },
};

/** NetworkManager with its dependencies. */
export const networkManager: readonly Recipe[] = [glib2, polkit, networkmanager];
