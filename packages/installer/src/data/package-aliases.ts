/**
 * Packages by their names in other distributions, or by the names of their programs or services. Similar spelling
 * would not find these packages, or would find others, such as `assh` for `ssh`.
 */
export const packageAliases: Readonly<Record<string, string>> = {
  apache2: 'apache',
  'apt-file': 'pkgfile',
  'build-essential': 'base-devel',
  chrome: 'chromium',
  cron: 'cronie',
  'docker.io': 'docker',
  'docker-ce': 'docker',
  'firefox-esr': 'firefox',
  gpg: 'gnupg',
  httpd: 'apache',
  'linux-image-amd64': 'linux',
  'mariadb-server': 'mariadb',
  mysql: 'mariadb',
  'mysql-server': 'mariadb',
  'network-manager': 'networkmanager',
  node: 'nodejs',
  'openssh-client': 'openssh',
  'openssh-server': 'openssh',
  pip: 'python-pip',
  postgres: 'postgresql',
  python3: 'python',
  'python3-pip': 'python-pip',
  redis: 'valkey',
  'redis-server': 'valkey',
  ssh: 'openssh',
  'ssh-server': 'openssh',
  sshd: 'openssh',
  'vim-nox': 'vim',
};
