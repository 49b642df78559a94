import { servicesOf, unitName } from './packages.ts';
import type { Check } from './check.ts';

/**
 * Reports an SSH server on a system with ufw, which rejects SSH connections until a rule allows them. A custom command
 * that contains `ufw` is assumed to add the rule.
 */
export const checkFirewall: Check = ({ config, finding }) => {
  if (config['x-writ']?.features?.firewall !== 'ufw') return [];
  const commands = config['custom-commands'] ?? [];
  if (commands.some((command) => typeof command === 'string' && /\bufw\b/.test(command))) return [];
  const isServer =
    config.profile?.details?.toLowerCase() === 'sshd' ||
    servicesOf(config).some(({ item }) => unitName(item) === 'sshd.service');
  if (!isServer) return [];
  return [
    finding('firewall-blocks-ssh', '/x-writ/features/firewall', {
      message: 'ufw rejects connections to the SSH server',
      hint: 'add the custom command "ufw allow ssh", or choose firewalld',
    }),
  ];
};
