import { escapePointer } from '../pointers.ts';
import { isPublicKey } from '../public-key.ts';
import { withPointers, type Check } from './check.ts';

/** Reports lines of `authorized-keys` that are not public keys. They may be secrets, so findings do not contain them. */
export const checkAuthorizedKeys: Check = ({ config, finding }) =>
  Object.entries(config['x-writ']?.accounts ?? {}).flatMap(([name, account]) =>
    withPointers(
      `/x-writ/accounts/${escapePointer(name)}/authorized-keys`,
      account?.['authorized-keys'],
    ).flatMap(({ item, pointer }) => {
      if (isPublicKey(item)) return [];
      const isPrivate = item.includes('PRIVATE KEY');
      return [
        finding('public-key', pointer, {
          message: isPrivate ? 'this is a part of a private key' : 'this is not a complete public key',
          expected: 'the line of a file such as ~/.ssh/id_ed25519.pub',
          ...(isPrivate ? { hint: 'remove the private key, which must remain secret' } : {}),
        }),
      ];
    }),
  );
