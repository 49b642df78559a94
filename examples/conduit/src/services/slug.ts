import { apiError } from './api-error.ts';

/** Converts a title to the last segment of the article's path: `Déjà vu!` to `deja-vu`. */
export function toSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    // In other scripts, marks distinguish words: they write vowels in Hindi.
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  if (!/[\p{L}\p{N}]/u.test(slug)) throw apiError(422, 'title', 'must contain a letter or a digit');
  // The path /articles/feed is the viewer's feed.
  if (slug === 'feed') throw apiError(422, 'title', 'is reserved');
  return slug;
}
