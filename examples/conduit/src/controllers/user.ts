import type { Filter } from '@writ/controllers';
import type { z } from 'zod';
import { Api } from '../http/api.ts';
import { requireViewer } from '../http/authenticate.ts';
import type { userChanges } from '../http/inputs.ts';
import { type Account, currentAccount, updateAccount } from '../services/users.ts';

export class Default extends Api {
  static auth: Filter = requireViewer;

  async GET(): Promise<{ user: Account }> {
    return { user: await currentAccount(this.conduit, this.viewer) };
  }

  /** @throws {409} if another user has the name or the email address */
  async PUT({ user }: z.infer<typeof userChanges>): Promise<{ user: Account }> {
    return { user: await updateAccount(this.conduit, this.viewer, user) };
  }
}
