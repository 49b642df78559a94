import { RestRouter, type Router, type Toolkit } from '@writ/annotations';
import { Articles } from './articles.ts';
import { Comments } from './comments.ts';
import { Favorites } from './favorites.ts';
import { Profiles } from './profiles.ts';
import { Tags } from './tags.ts';
import { CurrentUser, Users } from './users.ts';

/** The API as annotated classes. */
export function createAnnotatedRouter(toolkit: Toolkit): Router {
  return RestRouter.register(toolkit, Users, CurrentUser, Profiles, Articles, Favorites, Comments, Tags);
}
