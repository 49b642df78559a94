/**
 * Registers a user, logs in, publishes an article, and reads it: `node client/publish-article.ts [URL]`. The client and
 * its types are generated from the application by `npm run client`.
 */
import { randomBytes } from 'node:crypto';
import { createApiClient } from './api.gen.ts';

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080';
const client = createApiClient({ baseUrl, signal: AbortSignal.timeout(60_000) });

const password = randomBytes(12).toString('base64url');
const username = `author-${randomBytes(4).toString('hex')}`;
const email = `${username}@example.com`;
const registered = await client.POST('/api/users', { body: { user: { username, email, password } } });
if (registered.error) fail('registration', registered.error);

const login = await client.POST('/api/users/login', { body: { user: { email, password } } });
if (login.error) fail('login', login.error);
const headers = { authorization: `Token ${login.data.user.token}` };

const published = await client.POST('/api/articles', {
  headers,
  body: {
    article: {
      title: `Tea by ${username}`,
      description: 'How to make it',
      body: 'Boil water.',
      tagList: ['tea'],
    },
  },
});
if (published.error) fail('publication', published.error);

const { slug } = published.data.article;
const read = await client.GET('/api/articles/{slug}', { params: { path: { slug } } });
if (read.error) fail('reading', read.error);
const { title, tagList, author } = read.data.article;
console.log(`${author.username} published ${JSON.stringify(title)} (${tagList.join(', ')})`);

function fail(step: string, { errors }: { readonly errors: object }): never {
  throw new Error(`${step} failed: ${JSON.stringify(errors)}`);
}
