import { HttpError, type Filter } from '@writ/http';

/**
 * Refuses requests that a page of another origin makes, another port of this machine included. Clients other than
 * browsers send no such header.
 */
export const ownPageOnly: Filter = ({ request }, next) => {
  const site = request.headers.get('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return next();
  throw new HttpError('forbidden', 'A page of another origin may not do this');
};
