// Written by writ client client/router.ts; changes are overwritten.
import createClient, { type Client, type ClientOptions } from 'openapi-fetch';

export interface paths {
  "/api/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            user: {
              username: string;
              email: string;
              password: string;
            };
          };
        };
      };
      responses: {
        /** Success */
        201: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              user: components["schemas"]["Account"];
            };
          };
        };
        406: components["responses"]["not-acceptable"];
        /** if another user has the name or the email address */
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        413: components["responses"]["body-too-large"];
        415: components["responses"]["unsupported-media-type"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/users/login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            user: {
              email: string;
              password: string;
            };
          };
        };
      };
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              user: components["schemas"]["Account"];
            };
          };
        };
        /** if no user has this email address and password */
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        413: components["responses"]["body-too-large"];
        415: components["responses"]["unsupported-media-type"];
        422: components["responses"]["bad-request"];
        429: components["responses"]["too-many-requests"];
        default: components["responses"]["problem"];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              user: components["schemas"]["Account"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        406: components["responses"]["not-acceptable"];
        default: components["responses"]["problem"];
      };
    };
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            user: {
              email?: string;
              username?: string;
              password?: string;
              bio?: "" | string | null;
              image?: string | "" | null;
            };
          };
        };
      };
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              user: components["schemas"]["Account"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        406: components["responses"]["not-acceptable"];
        /** if another user has the name or the email address */
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        413: components["responses"]["body-too-large"];
        415: components["responses"]["unsupported-media-type"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/profiles/{username}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          username: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              profile: components["schemas"]["Profile"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the user does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/profiles/{username}/follow": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          username: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              profile: components["schemas"]["Profile"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the user does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          username: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              profile: components["schemas"]["Profile"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the user does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          tag?: string;
          author?: string;
          favorited?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ArticleList"];
          };
        };
        401: components["responses"]["unauthorized"];
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            article: {
              title: string;
              description: string;
              body: string;
              tagList?: string[];
            };
          };
        };
      };
      responses: {
        /** Success */
        201: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              article: components["schemas"]["Article"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        406: components["responses"]["not-acceptable"];
        413: components["responses"]["body-too-large"];
        415: components["responses"]["unsupported-media-type"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/feed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ArticleList"];
          };
        };
        401: components["responses"]["unauthorized"];
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{slug}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              article: components["schemas"]["Article"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            article: {
              title?: string;
              description?: string;
              body?: string;
              tagList?: string[];
            };
          };
        };
      };
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              article: components["schemas"]["Article"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if another user wrote the article */
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        /** if another article has the same title */
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        413: components["responses"]["body-too-large"];
        415: components["responses"]["unsupported-media-type"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    post?: never;
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** No content */
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        401: components["responses"]["unauthorized"];
        /** if another user wrote the article */
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{slug}/favorite": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              article: components["schemas"]["Article"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              article: components["schemas"]["Article"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{slug}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              comments: components["schemas"]["Comment"][];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            comment: {
              body: string;
            };
          };
        };
      };
      responses: {
        /** Success */
        201: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              comment: components["schemas"]["Comment"];
            };
          };
        };
        401: components["responses"]["unauthorized"];
        /** if the article does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        406: components["responses"]["not-acceptable"];
        413: components["responses"]["body-too-large"];
        415: components["responses"]["unsupported-media-type"];
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{slug}/comments/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          slug: string;
          id: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** No content */
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        401: components["responses"]["unauthorized"];
        /** if another user wrote the comment */
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        /** if the article or the comment does not exist */
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["ApiErrors"];
          };
        };
        422: components["responses"]["bad-request"];
        default: components["responses"]["problem"];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tags": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Success */
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              tags: string[];
            };
          };
        };
        406: components["responses"]["not-acceptable"];
        default: components["responses"]["problem"];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}

export interface components {
  schemas: {
    /** The logged-in user, with the token for further requests. */
    Account: {
      email: string;
      username: string;
      bio: string | null;
      image: string | null;
      token: string;
    };
    ApiErrors: {
      errors: { [key: string]: string[] };
    } & { [key: string]: unknown };
    Article: {
      slug: string;
      title: string;
      description: string;
      tagList: string[];
      /** ISO 8601. */
      createdAt: string;
      /** ISO 8601. */
      updatedAt: string;
      /** Whether the viewer has favorited the article. */
      favorited: boolean;
      favoritesCount: number;
      author: components["schemas"]["Profile"];
      /** Markdown. */
      body: string;
    };
    /** One page of articles, newest first. */
    ArticleList: {
      articles: components["schemas"]["ArticlePreview"][];
      /** The number of articles on all pages. */
      articlesCount: number;
    };
    /** An article without its body, as lists contain it. */
    ArticlePreview: {
      slug: string;
      title: string;
      description: string;
      tagList: string[];
      /** ISO 8601. */
      createdAt: string;
      /** ISO 8601. */
      updatedAt: string;
      /** Whether the viewer has favorited the article. */
      favorited: boolean;
      favoritesCount: number;
      author: components["schemas"]["Profile"];
    };
    Comment: {
      id: number;
      body: string;
      /** ISO 8601. */
      createdAt: string;
      /** ISO 8601. */
      updatedAt: string;
      author: components["schemas"]["Profile"];
    };
    Profile: {
      username: string;
      bio: string | null;
      image: string | null;
      /** Whether the viewer follows this user. */
      following: boolean;
    };
  };
  responses: {
    /** Unprocessable Entity */
    "bad-request": {
      headers: { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
    /** Payload Too Large */
    "body-too-large": {
      headers: { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
    /** Not Acceptable */
    "not-acceptable": {
      headers: { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
    /** Too Many Requests */
    "too-many-requests": {
      headers: {
        /** Seconds until the next window starts */
        "Retry-After"?: number;
      } & { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
    /** Unauthorized */
    unauthorized: {
      headers: {
        /** The required credentials */
        "WWW-Authenticate"?: string;
      } & { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
    /** Unsupported Media Type */
    "unsupported-media-type": {
      headers: { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
    /** Error */
    problem: {
      headers: { [name: string]: unknown };
      content: {
        "application/json": components["schemas"]["ApiErrors"];
      };
    };
  };
}

/** Creates a client; `baseUrl` is the address of the API. */
export function createApiClient(options: ClientOptions = {}): Client<paths> {
  return createClient<paths>({ ...options });
}
