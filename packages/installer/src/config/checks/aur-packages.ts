import type { Check } from './check.ts';

/**
 * Reports AUR packages. Building them would run code of unknown authors on the installing machine, and after the first
 * write, so a failure would leave an incomplete system.
 */
export const checkAurPackages: Check = ({ config, finding }) => {
  const names = config['x-writ']?.aur?.packages ?? [];
  if (names.length === 0) return [];
  return [
    finding('aur-packages', '/x-writ/aur/packages', {
      message: 'Writ does not build AUR packages',
      hint: 'remove the list, and build the packages after the first start with makepkg, or add a repository that contains them to x-writ.repositories',
    }),
  ];
};
