import { expect, it } from 'vitest';
import { toPublishedReadme } from './readme.ts';
import { readRepository, repositoryMembers } from './repository.ts';

const repository = readRepository({ repository: { url: 'git+https://example.org/team/writ.git' } })!;
const folder = 'packages/http';

it.each([
  [
    'see [stores](../../docs/stores.md#redis).',
    'see [stores](https://example.org/team/writ/blob/HEAD/docs/stores.md#redis).',
  ],
  ['[`writ`](../cli/README.md)', '[`writ`](https://example.org/team/writ/blob/HEAD/packages/cli/README.md)'],
  [
    '[src](src) and [page](https://example.org/a)',
    '[src](https://example.org/team/writ/blob/HEAD/packages/http/src) and [page](https://example.org/a)',
  ],
  [
    'for [`a`](a.md) and [`b`](b.md)',
    'for [`a`](https://example.org/team/writ/blob/HEAD/packages/http/a.md) and [`b`](https://example.org/team/writ/blob/HEAD/packages/http/b.md)',
  ],
  ['[below](#limits)', '[below](#limits)'],
  ['`[a](b.md)` [a](b.md)', '`[a](b.md)` [a](https://example.org/team/writ/blob/HEAD/packages/http/b.md)'],
  ['```md\n[a](b.md)\n```\n', '```md\n[a](b.md)\n```\n'],
])('the link in %j becomes an address', (text, expected) => {
  expect(toPublishedReadme(text, folder, repository)).toBe(expected);
});

it('a link to a file becomes text if the repository has no address', () => {
  const text =
    'see [stores](../../docs/stores.md#redis), ![a picture](a.png) and [page](https://example.org/a)';
  expect(toPublishedReadme(text, folder, undefined)).toBe('see stores,  and [page](https://example.org/a)');
});

it('a published manifest refers to the repository and its folder', () => {
  expect(repositoryMembers(repository, folder)).toEqual({
    homepage: 'https://example.org/team/writ/blob/HEAD/packages/http/README.md',
    bugs: { url: 'https://example.org/team/writ/issues' },
    repository: { type: 'git', url: 'git+https://example.org/team/writ.git', directory: folder },
  });
  expect(repositoryMembers(readRepository({}), folder)).toEqual({});
});
