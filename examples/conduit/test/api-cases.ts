/** The behaviour that RealWorld's API specification describes, as tests that run with every front end and database. */
import { expect, it } from 'vitest';
import type { Answer, Send } from './send.ts';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Declares the tests. `send` is called only while they run. */
export function describeApi(send: Send): void {
  let count = 0;

  /** Registers a user with a unique name, so that tests do not depend on each other. */
  async function register(name: string): Promise<{ username: string; token: string }> {
    count += 1;
    const user = {
      username: `${name}-${count}`,
      email: `${name}-${count}@example.com`,
      password: 'teapot-7',
    };
    const { status, body } = await send('POST', '/users', { json: { user } });
    expect(status).toBe(201);
    return body.user;
  }

  async function publish(token: string, title: string, tagList: string[] = []): Promise<Answer['body']> {
    const article = { title, description: 'About it', body: 'All of it', tagList };
    const { status, body, location } = await send('POST', '/articles', { token, json: { article } });
    expect([status, location]).toEqual([201, `/api/articles/${body.article.slug}`]);
    return body.article;
  }

  it('a user can register, log in and change the account', async () => {
    const user = { username: 'ada', email: 'ada@example.com', password: 'teapot-7' };
    const registered = await send('POST', '/users', { json: { user } });
    const account = { username: 'ada', email: 'ada@example.com', bio: null, image: null };
    expect(registered).toEqual({ status: 201, body: { user: { ...account, token: expect.any(String) } } });
    const login = await send('POST', '/users/login', { json: { user } });
    expect(login).toMatchObject({ status: 200, body: { user: account } });
    const { token } = login.body.user;
    expect(await send('GET', '/user', { token })).toMatchObject({ status: 200, body: { user: account } });
    const changes = { bio: 'Writes programs', image: 'https://example.com/ada.png', password: 'kettle-8' };
    expect(await send('PUT', '/user', { token, json: { user: changes } })).toMatchObject({
      status: 200,
      body: { user: { ...account, bio: 'Writes programs', image: 'https://example.com/ada.png' } },
    });
    expect((await send('POST', '/users/login', { json: { user } })).status).toBe(401);
    const changed = { ...user, password: 'kettle-8' };
    expect((await send('POST', '/users/login', { json: { user: changed } })).status).toBe(200);
  });

  it('a new password revokes the earlier tokens of the user', async () => {
    const { username, token } = await register('abe');
    const { token: other } = await register('ann');
    const statusOf = async (sent: string): Promise<number> =>
      (await send('GET', '/user', { token: sent })).status;
    const put = async (user: object): Promise<string> =>
      (await send('PUT', '/user', { token, json: { user } })).body.user.token;
    expect(await statusOf(await put({ bio: 'Repairs clocks' }))).toBe(200);
    expect(await statusOf(token)).toBe(200);
    const renewed = await put({ password: 'kettle-8' });
    expect([await statusOf(token), await statusOf(renewed), await statusOf(other)]).toEqual([401, 200, 200]);
    expect((await send('GET', '/articles', { token })).status).toBe(401);
    const json = { user: { email: `${username}@example.com`, password: 'kettle-8' } };
    const login = await send('POST', '/users/login', { json });
    expect(await statusOf(login.body.user.token)).toBe(200);
  });

  it('invalid accounts are rejected with the names of the values', async () => {
    const { username } = await register('bob');
    const json = { user: { username, email: 'another@example.com', password: 'teapot-7' } };
    expect(await send('POST', '/users', { json })).toEqual({
      status: 409,
      body: { errors: { username: ['has already been taken'] } },
    });
    expect(await send('POST', '/users', { json: { user: { username: ' ', email: 'x' } } })).toEqual({
      status: 422,
      body: {
        errors: { username: ["can't be blank"], email: ['is invalid'], password: ["can't be blank"] },
      },
    });
    for (const email of ['missing@example.com', `${username}@example.com`]) {
      expect(await send('POST', '/users/login', { json: { user: { email, password: 'wrong' } } })).toEqual({
        status: 401,
        body: { errors: { credentials: ['invalid'] } },
      });
    }
  });

  it('the case of an email address does not matter', async () => {
    const { username } = await register('ben');
    const email = `Ben-${username}@Example.com`;
    const user = { username: `${username}-2`, email, password: 'teapot-7' };
    expect((await send('POST', '/users', { json: { user } })).body.user.email).toBe(email.toLowerCase());
    for (const written of [email, email.toUpperCase()]) {
      const json = { user: { email: written, password: 'teapot-7' } };
      expect((await send('POST', '/users/login', { json })).status).toBe(200);
    }
    const json = { user: { ...user, username: `${username}-3`, email: email.toUpperCase() } };
    expect((await send('POST', '/users', { json })).body).toEqual({
      errors: { email: ['has already been taken'] },
    });
  });

  it('an empty string removes the biography of a user', async () => {
    const { token } = await register('bel');
    const put = (bio: string): Promise<Answer> => send('PUT', '/user', { token, json: { user: { bio } } });
    expect((await put('Writes')).body.user.bio).toBe('Writes');
    expect((await put('')).body.user.bio).toBeNull();
  });

  it('the picture of a user is an http or https URL, which an empty string removes', async () => {
    const { token } = await register('bea');
    const put = (image: string): Promise<Answer> =>
      send('PUT', '/user', { token, json: { user: { image } } });
    expect((await put('https://example.com/bea.png')).body.user.image).toBe('https://example.com/bea.png');
    for (const image of ['javascript:alert(1)', 'data:text/html,x', 'bea.png']) {
      expect(await put(image)).toEqual({ status: 422, body: { errors: { image: ['is invalid'] } } });
    }
    expect((await put('')).body.user.image).toBeNull();
  });

  it('requests without a valid token are rejected where a user is required', async () => {
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['GET', '/articles/feed'],
      ['POST', '/articles'],
      ['PUT', '/articles/x'],
      ['DELETE', '/articles/x'],
      ['POST', '/articles/x/favorite'],
      ['DELETE', '/articles/x/favorite'],
      ['POST', '/articles/x/comments'],
      ['DELETE', '/articles/x/comments/1'],
      ['POST', '/profiles/x/follow'],
      ['DELETE', '/profiles/x/follow'],
    ] as const) {
      const missing = { status: 401, body: { errors: { token: ['is missing'] } } };
      const invalid = { status: 401, body: { errors: { token: ['is invalid'] } } };
      expect([path, await send(method, path)]).toEqual([path, missing]);
      expect([path, await send(method, path, { token: 'not.a.token' })]).toEqual([path, invalid]);
    }
  });

  it('an article can be published, read, changed and deleted', async () => {
    const { token, username } = await register('carl');
    const title = `Déjà vu, by ${username}!`;
    const article = await publish(token, title, ['tea', 'cups']);
    expect(article).toEqual({
      slug: `deja-vu-by-${username}`,
      title,
      description: 'About it',
      body: 'All of it',
      tagList: ['cups', 'tea'],
      createdAt: expect.stringMatching(ISO_TIME),
      updatedAt: expect.stringMatching(ISO_TIME),
      favorited: false,
      favoritesCount: 0,
      author: { username, bio: null, image: null, following: false },
    });
    const path = `/articles/${article.slug}`;
    expect(await send('GET', path)).toEqual({ status: 200, body: { article } });
    const json = { article: { title: `Tea for ${username}`, tagList: ['milk'] } };
    const changed = await send('PUT', path, { token, json });
    expect(changed.body.article).toMatchObject({
      slug: `tea-for-${username}`,
      body: 'All of it',
      tagList: ['milk'],
      createdAt: article.createdAt,
    });
    expect((await send('GET', path)).body).toEqual({ errors: { article: ['not found'] } });
    expect(await send('DELETE', `/articles/tea-for-${username}`, { token })).toEqual({ status: 204 });
    expect((await send('GET', `/articles/tea-for-${username}`)).status).toBe(404);
  });

  it('invalid articles, and changes by other users, are rejected', async () => {
    const [author, other] = [await register('dora'), await register('emil')];
    const { slug } = await publish(author.token, `One ${author.username}`);
    const { token } = other;
    expect(
      await send('POST', '/articles', { token, json: { article: { title: '', body: 'x', tagList: [7] } } }),
    ).toEqual({
      status: 422,
      body: {
        errors: { title: ["can't be blank"], description: ["can't be blank"], tagList: ["can't be blank"] },
      },
    });
    const forbidden = { status: 403, body: { errors: { article: ['forbidden'] } } };
    const json = { article: { body: 'Mine' } };
    expect(await send('PUT', `/articles/${slug}`, { token, json })).toEqual(forbidden);
    expect(await send('DELETE', `/articles/${slug}`, { token })).toEqual(forbidden);
    expect((await send('GET', `/articles/${slug}`)).body.article.body).toBe('All of it');
  });

  it('articles may have the same title, and then have different paths', async () => {
    const { token, username } = await register('eva');
    const [one, other] = [await publish(token, `Same ${username}`), await publish(token, `Same ${username}`)];
    expect(one.slug).toBe(`same-${username}`);
    expect(other.slug).toMatch(new RegExp(`^same-${username}-[0-9a-f]{12}$`));
    expect((await send('GET', `/articles/${other.slug}`)).body.article.title).toBe(`Same ${username}`);
  });

  it('a title whose path is taken is rejected as a change, and the article stays as it was', async () => {
    const { token, username } = await register('fay');
    const kept = await publish(token, `Kept ${username}`, ['kept']);
    await publish(token, `Taken ${username}`);
    const json = { article: { title: `Taken ${username}`, body: 'Changed', tagList: ['lost'] } };
    expect((await send('PUT', `/articles/${kept.slug}`, { token, json })).status).toBe(409);
    expect((await send('GET', `/articles/${kept.slug}`)).body.article).toEqual(kept);
  });

  it('articles are listed by tag, author and favorites, in pages, newest first', async () => {
    const [author, reader] = [await register('gil'), await register('hana')];
    const tag = `tag-${author.username}`;
    for (const title of ['first', 'second', 'third']) {
      await publish(author.token, `${title} ${author.username}`, title === 'second' ? [] : [tag]);
    }
    const titles = async (query: string): Promise<unknown> => {
      const { body } = await send('GET', `/articles?${query}`);
      return [
        body.articlesCount,
        ...body.articles.map(({ title }: { title: string }) => title.split(' ')[0]),
      ];
    };
    expect(await titles(`author=${author.username}`)).toEqual([3, 'third', 'second', 'first']);
    expect(await titles(`author=${author.username}&limit=1&offset=1`)).toEqual([3, 'second']);
    expect(await titles(`tag=${tag}`)).toEqual([2, 'third', 'first']);
    const slug = `first-${author.username}`;
    const favored = await send('POST', `/articles/${slug}/favorite`, { token: reader.token });
    expect(favored.body.article).toMatchObject({ favorited: true, favoritesCount: 1 });
    await send('POST', `/articles/${slug}/favorite`, { token: reader.token });
    expect(await titles(`favorited=${reader.username}`)).toEqual([1, 'first']);
    const [listed] = (await send('GET', `/articles?favorited=${reader.username}`)).body.articles;
    expect(listed).toMatchObject({ favorited: false, favoritesCount: 1 });
    expect(listed).not.toHaveProperty('body');
    const unfavored = await send('DELETE', `/articles/${slug}/favorite`, { token: reader.token });
    expect(unfavored.body.article).toMatchObject({ favorited: false, favoritesCount: 0 });
    for (const query of ['limit=0', 'limit=x', 'offset=-1']) {
      const { status, body } = await send('GET', `/articles?${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 422, [query.split('=')[0]]]);
    }
    expect((await send('GET', '/tags')).body.tags).toContain(tag);
  });

  it('the feed contains the articles of followed users', async () => {
    const [author, reader] = [await register('ines'), await register('jon')];
    const { token } = reader;
    await publish(author.token, `News ${author.username}`);
    expect((await send('GET', '/articles/feed', { token })).body).toEqual({ articles: [], articlesCount: 0 });
    const profile = { username: author.username, bio: null, image: null };
    const path = `/profiles/${author.username}`;
    expect((await send('GET', path)).body).toEqual({ profile: { ...profile, following: false } });
    // Some clients send a body with this request.
    const followed = await send('POST', `${path}/follow`, { token, json: { user: { email: 'x' } } });
    expect(followed).toEqual({ status: 200, body: { profile: { ...profile, following: true } } });
    expect((await send('GET', path, { token })).body.profile.following).toBe(true);
    const feed = await send('GET', '/articles/feed?limit=5', { token });
    expect(feed.body).toMatchObject({ articlesCount: 1, articles: [{ author: { following: true } }] });
    const unfollowed = await send('DELETE', `${path}/follow`, { token });
    expect(unfollowed.body.profile.following).toBe(false);
    expect((await send('GET', '/articles/feed', { token })).body.articlesCount).toBe(0);
    expect(await send('GET', '/profiles/unknown')).toEqual({
      status: 404,
      body: { errors: { profile: ['not found'] } },
    });
  });

  it('users can comment, and delete their own comments', async () => {
    const [author, reader] = [await register('kim'), await register('lou')];
    const { slug } = await publish(author.token, `Talk ${author.username}`);
    const path = `/articles/${slug}/comments`;
    const { token } = reader;
    const added = await send('POST', path, { token, json: { comment: { body: 'Thank you' } } });
    expect(added.status).toBe(201);
    const { comment } = added.body;
    expect(comment).toEqual({
      id: expect.any(Number),
      body: 'Thank you',
      createdAt: expect.stringMatching(ISO_TIME),
      updatedAt: expect.stringMatching(ISO_TIME),
      author: { username: reader.username, bio: null, image: null, following: false },
    });
    expect(await send('GET', path)).toEqual({ status: 200, body: { comments: [comment] } });
    const blank = await send('POST', path, { token, json: { comment: { body: '' } } });
    expect(blank).toEqual({ status: 422, body: { errors: { body: ["can't be blank"] } } });
    expect(await send('DELETE', `${path}/${comment.id}`, { token: author.token })).toEqual({
      status: 403,
      body: { errors: { comment: ['forbidden'] } },
    });
    expect(await send('DELETE', `${path}/${comment.id}`, { token })).toEqual({ status: 204 });
    expect(await send('DELETE', `${path}/${comment.id}`, { token })).toEqual({
      status: 404,
      body: { errors: { comment: ['not found'] } },
    });
    expect((await send('GET', '/articles/unknown/comments')).status).toBe(404);
  });

  it('concurrent requests do not share a transaction', async () => {
    const { token, username } = await register('mia');
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, index) => publish(token, `Part ${index} ${username}`, ['part'])),
    );
    expect(new Set(added.map(({ slug }) => slug)).size).toBe(10);
    expect((await send('GET', `/articles?author=${username}`)).body.articlesCount).toBe(10);
  });
}
