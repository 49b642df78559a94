import type { Filter } from '@writ/controllers';
import { Api } from '../../http/api.ts';
import { findOptionalViewer, requireViewer } from '../../http/authenticate.ts';
import { findProfile, follow, type Profile, unfollow } from '../../services/profiles.ts';

export class Default extends Api {
  static auth: Filter = findOptionalViewer;

  /** @throws {404} if the user does not exist */
  async GET(username: string): Promise<{ profile: Profile }> {
    return { profile: await findProfile(this.conduit.database, username, this.optionalViewer?.id) };
  }
}

export class Follow extends Api {
  static auth: Filter = requireViewer;

  /**
   * Clients may send a body, which is ignored.
   * @throws {404} if the user does not exist
   */
  async POST(username: string, _body: Record<string, unknown>): Promise<{ profile: Profile }> {
    return { profile: await follow(await this.conduit.transaction(), username, this.viewer.id) };
  }

  /** @throws {404} if the user does not exist */
  async DELETE(username: string): Promise<{ profile: Profile }> {
    return { profile: await unfollow(await this.conduit.transaction(), username, this.viewer.id) };
  }
}
