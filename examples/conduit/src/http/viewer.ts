import type { RoutingContext } from '@writ/http';

/** The user whose token a request contains. */
export class Viewer {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  readonly passwordVersion: number;

  constructor(row: Viewer) {
    this.id = row.id;
    this.email = row.email;
    this.username = row.username;
    this.bio = row.bio;
    this.image = row.image;
    this.passwordVersion = row.passwordVersion;
  }

  /** Returns undefined if the request has no token. */
  static of({ data }: RoutingContext): Viewer | undefined {
    return data.get(Viewer) as Viewer | undefined;
  }
}
