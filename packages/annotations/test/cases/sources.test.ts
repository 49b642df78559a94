import { int, optional } from '@writ/http';
import { expect, it } from 'vitest';
import {
  BeanParam,
  BodyParam,
  CookieParam,
  DefaultValue,
  FormParam,
  GET,
  HeaderParam,
  MatrixParam,
  NoCache,
  Path,
  PathParam,
  POST,
  Produces,
  QueryParam,
  Raw,
  RequestReader,
} from '../../src/index.ts';
import {
  describeResponses,
  describeResponsesWithoutFetch,
  registrationErrors,
  createRouter,
} from './table.ts';

class Dummy {
  readonly name: string;
  readonly value: string;
  constructor(json: string) {
    const { name, value } = JSON.parse(json) as { name: string; value: string };
    this.name = name;
    this.value = value;
  }
}

@Path('/header')
class Headers {
  @GET('/dummy') dummy(@HeaderParam('dummy') { name, value }: Dummy): string {
    return `${name}=${value}`;
  }
  @POST('/dummy') @RequestReader((text: string) => new Dummy(JSON.parse(text) as string)) post(
    @BodyParam() dummy: Dummy,
    @HeaderParam('token', String) @RequestReader((text: string) => text.toUpperCase()) token: string,
    @HeaderParam('other', String) other: string,
  ): string {
    return `${dummy.name}=${dummy.value}, ${token} ${other}`;
  }
  @GET('/number') number(@HeaderParam('X-N', int) n: number): string {
    return `${n}`;
  }
}
@Path('/form')
@Produces('text/plain')
class Forms {
  @POST('/login') login(
    @FormParam('username', String) username: string,
    @FormParam('password', String) password: string,
  ): string {
    return `${username}:${password}`;
  }
  @POST('/cookie') cookie(@CookieParam('username', String) username: string): string {
    return username;
  }
}

describeResponses('headers, cookies and forms', () => createRouter(Headers, Forms), [
  [
    'F14-01 an object is created from one string',
    { url: '/header/dummy', headers: { dummy: '{"name":"one","value":"dude"}' } },
    'one=dude',
  ],
  [
    'F14-02 a reader of the method reads only the body',
    {
      method: 'POST',
      url: '/header/dummy',
      headers: { token: 'doing', other: 'things' },
      body: JSON.stringify('{"name":"one","value":"dude"}'),
    },
    'one=dude, DOING things',
  ],
  [
    'F14-04 fields of a form are bound',
    {
      method: 'POST',
      url: '/form/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=value&password=another',
    },
    'value:another',
  ],
  [
    'F14-07 a cookie is bound',
    { method: 'POST', url: '/form/cookie', headers: { cookie: 'username=blabla' } },
    'blabla',
  ],
  [
    'F14-09 a missing header is reported',
    '/header/number',
    { status: 400, body: { errors: [{ source: 'header', name: 'X-N', code: 'missing' }] } },
  ],
]);

enum Count {
  One = 'one',
  Two = 'two',
}
class Everything {
  @HeaderParam('MyHeader') header!: boolean;
  @PathParam('param') path!: string;
  @QueryParam('query') @Raw() query!: string;
  @CookieParam('chocolate') cookie!: string;
  @MatrixParam('enum', Count) count!: Count;
  @MatrixParam('one', int) one!: number;
  @BodyParam(String) @DefaultValue('empty') body!: string;

  toString(): string {
    const { header, path, query, cookie, count, one, body } = this;
    return `Header: ${header}, Path: ${path}, Query: ${query}, Cookie: ${cookie}, Matrix: ${count}, one: ${one}, Body: ${body}`;
  }
}
class ByConstructor {
  readonly text: string;
  constructor(
    @PathParam('param') path: string,
    @HeaderParam('MyHeader') header: boolean,
    @QueryParam('query', int) query: number,
    @CookieParam('chocolate', optional(String)) cookie = 'none',
  ) {
    this.text = [path, header, query, cookie].join(' ');
  }
}
@Path('/bean')
class Beans {
  @POST('/read/{param}') read(@BeanParam() bean: Everything): string {
    return `${bean}`;
  }
  @GET('/write/{param}') write(@BeanParam(Everything) bean: Everything): string {
    return `${bean}`;
  }
  @GET('/made/{param}', BeanParam(ByConstructor)) made(bean: ByConstructor): string {
    return bean.text;
  }
}
const headers = { myheader: 'true', cookie: 'chocolate=tasty' };
const formatBean = (query: string, body: string): string =>
  `Header: true, Path: result, Query: ${query}, Cookie: tasty, Matrix: two, one: 1, Body: ${body}`;

describeResponses('beans', () => createRouter(Beans), [
  [
    'F15-01 matrix parameters are not part of a path value',
    { method: 'POST', url: '/bean/read/result;one=1;enum=two?query=1', headers },
    formatBean('1', 'empty'),
  ],
  [
    'F15-01 a bean may contain the body',
    {
      method: 'POST',
      url: '/bean/read/result;one=1;enum=two?query=1',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: 'full',
    },
    formatBean('1', 'full'),
  ],
  [
    'F15-03 raw fields are not decoded',
    { url: '/bean/write/result;one=1;enum=two?query=one+two', headers },
    formatBean('one+two', 'empty'),
  ],
  [
    'F15-09 all invalid values are reported together',
    { url: '/bean/made/SomePath?query=A', headers: { ...headers, myheader: 'BLA' } },
    {
      status: 400,
      body: {
        code: 'invalid-values',
        errors: [
          { source: 'header', name: 'MyHeader' },
          { source: 'query', name: 'query' },
        ],
      },
    },
  ],
  [
    'F15-09 a bean is created by its constructor',
    { url: '/bean/made/SomePath?query=1', headers },
    'SomePath true 1 tasty',
  ],
]);

class Converted {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}
// The decorator makes the compiler emit the constructor's parameter types.
@NoCache()
class OneNumber {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}
class Role {
  readonly role: string;
  constructor(role: string) {
    this.role = role;
  }
}
class Given {
  text = '';
  static fromString(text: string): Given {
    return Object.assign(new Given(), { text: `from ${text}` });
  }
  static valueOf(): Given {
    return new Given();
  }
}

class Plain {
  count = 2;
}

class Conversions {
  @GET('/int') int(@QueryParam('v', int) v: number): object {
    return { v };
  }
  @GET('/boolean') boolean(@QueryParam('v') v: boolean): object {
    return { v };
  }
  @GET('/number') number(@QueryParam('v') v: number): object {
    return { v };
  }
  @GET('/class') class(@QueryParam('v') v: Dummy): object {
    return v;
  }
  @GET('/role') role(@QueryParam('v') v: Role): object {
    return v;
  }
  @GET('/one') one(@QueryParam('v') v: OneNumber): object {
    return v;
  }
  @GET('/converted') converted(@QueryParam('v') v: Converted): object {
    return { type: typeof v.value };
  }
  @GET('/given') given(@QueryParam('v') v: Given): object {
    return v;
  }
}

it('F17-14 a class that strings cannot be converted to is a start-up error', () => {
  class NoText {
    @GET('/') one(@QueryParam('v') _v: Plain): void {}
  }
  expect(registrationErrors(NoText)).toEqual([expect.stringMatching(/^value-type: .*Plain/)]);
});

const refused = { status: 400, body: { code: 'invalid-values' } };
const okWith = (body: object): object => ({ status: 200, body });

describeResponses('conversion of strings', () => createRouter(Conversions), [
  ['F17-01 an integer is converted', '/int?v=1', okWith({ v: 1 })],
  ['F17-02 "FALSE" is false', '/boolean?v=FALSE', okWith({ v: false })],
  ['F17-04 a 16-bit integer is converted', '/int?v=100', okWith({ v: 100 })],
  ['F17-05 a 64-bit integer is converted', '/int?v=100100100', okWith({ v: 100_100_100 })],
  ['F17-06 a fraction is converted', '/number?v=100100.98', okWith({ v: 100_100.98 })],
  [
    'F17-10 a constructor with one parameter receives the string',
    `/class?v=${encodeURIComponent('{"name":"unknown", "value": "user"}')}`,
    okWith({ name: 'unknown', value: 'user' }),
  ],
  ['F17-10 a constructor that throws results in 400', '/class?v=x', refused],
  ['F17-11 a custom codec converts the string', '/role?v=BLA', okWith({ role: 'BLA' })],
  [
    'F17-12 a constructor with a number parameter receives the converted number',
    '/one?v=1',
    okWith({ value: 1 }),
  ],
  ['F17-13', '/one?v=10', okWith({ value: 10 })],
  ['F17-12 an invalid number for a constructor parameter results in 400', '/one?v=x', refused],
  ['F17-12 a constructor without metadata receives the string', '/converted?v=1', okWith({ type: 'string' })],
  ['F17-19 fromString takes precedence over valueOf', '/given?v=x', okWith({ text: 'from x' })],
]);

describeResponsesWithoutFetch('a bean of a GET with a body', () => createRouter(Beans), [
  [
    'F15-03 a bean receives the body',
    {
      url: '/bean/write/result;one=1;enum=two?query=1',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: 'x',
    },
    formatBean('1', 'x'),
  ],
]);
