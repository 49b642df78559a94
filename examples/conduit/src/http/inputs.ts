import { z } from 'zod';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface NewUser extends Credentials {
  readonly username: string;
}

export interface UserChanges {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly bio?: string | null | undefined;
  readonly image?: string | null | undefined;
}

export interface NewArticle {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList?: readonly string[] | undefined;
}

export interface ArticleChanges {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly body?: string | undefined;
  readonly tagList?: readonly string[] | undefined;
}

export interface NewComment {
  readonly body: string;
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface ArticleFilter extends Paging {
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly favorited?: string | undefined;
}

const BLANK = "can't be blank";
const line = z.string(BLANK).trim().min(1, BLANK).max(200);
const markdown = z.string(BLANK).trim().min(1, BLANK).max(100_000);
const address = line.toLowerCase();
const email = address.pipe(z.email('is invalid'));
const password = z.string(BLANK).min(1, BLANK).max(200);
const tagList = z.array(line).max(50).optional();
/** The empty string of an empty form field, which removes the value. */
const empty = z.literal('').transform(() => null);
/** The address of a picture. */
const image = z.url({ protocol: /^https?$/, error: 'is invalid' }).or(empty);
const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
};

export const paging: z.ZodType<Paging> = z.object(page);

export const articleFilter: z.ZodType<ArticleFilter> = z.object({
  ...page,
  tag: z.string().optional(),
  author: z.string().optional(),
  favorited: z.string().optional(),
});

export const credentials: z.ZodType<{ user: Credentials }> = z.object({
  user: z.object({ email: address, password }),
});

export const newUser: z.ZodType<{ user: NewUser }> = z.object({
  user: z.object({ username: line, email, password }),
});

export const userChanges: z.ZodType<{ user: UserChanges }> = z.object({
  user: z
    .object({
      email: email.optional(),
      username: line.optional(),
      password: password.optional(),
      bio: empty.or(z.string().max(10_000)).nullable().optional(),
      image: image.nullable().optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'must contain a change'),
});

export const newArticle: z.ZodType<{ article: NewArticle }> = z.object({
  article: z.object({ title: line, description: line, body: markdown, tagList }),
});

export const articleChanges: z.ZodType<{ article: ArticleChanges }> = z.object({
  article: z
    .object({
      title: line.optional(),
      description: line.optional(),
      body: markdown.optional(),
      tagList,
    })
    .refine((changes) => Object.keys(changes).length > 0, 'must contain a change'),
});

export const newComment: z.ZodType<{ comment: NewComment }> = z.object({
  comment: z.object({ body: markdown }),
});
