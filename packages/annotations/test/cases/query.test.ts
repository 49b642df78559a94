import { HttpError, int, optional } from '@writ/http';
import {
  Context,
  DefaultValue,
  GET,
  JsonValueReader,
  Path,
  Produces,
  QueryParam,
  Raw,
  RequestReader,
  RestBuilder,
} from '../../src/index.ts';
import { describeResponses, quietToolkit, createRouter } from './table.ts';
import { Token } from './token.ts';

class Dummy {
  name = '';
  value = '';
}

@Path('/query')
class Query {
  @GET('/add') add(@QueryParam('one', int) one: number, @QueryParam('two', int) two: number): string {
    return `${one + two}`;
  }
  @GET('/invert') invert(
    @QueryParam('negative') negative: boolean,
    @QueryParam('value') value: number,
  ): string {
    return `${negative ? -value : value}`;
  }
  @GET('/json', { consumes: 'application/json' }) @Produces('application/json') json(
    @QueryParam('dummy') @RequestReader(JsonValueReader) dummy: Dummy,
  ): Dummy {
    return dummy;
  }
  @GET('/decode') decode(
    @QueryParam('query', optional(String)) query = '',
    @Raw() @QueryParam('original', optional(String)) original = '',
  ): string {
    return query + original;
  }
  @GET('/empty') empty(@QueryParam('empty', optional(Boolean)) @DefaultValue('true') empty: boolean): string {
    return `${empty}`;
  }
}

const invalidValue = (name: string): object => ({
  status: 400,
  body: { code: 'invalid-values', errors: [{ source: 'query', name }] },
});

describeResponses('query parameters', () => createRouter(Query), [
  ['F10-01', '/query/add?one=1&two=2', '3'],
  ['F10-06 an unsafe integer is rejected', '/query/add?one=99999999999999999999&two=2', invalidValue('one')],
  ['F10-06 an integer beyond 32 bits is accepted', '/query/add?one=99999999999&two=2', '100000000001'],
  ['F10-07 a fraction is rejected as an integer', '/query/add?one=1.5&two=2', invalidValue('one')],
  ['F10-09 a negative integer is accepted', '/query/add?one=-1&two=2', '1'],
  [
    'F10-11 all missing values are reported',
    '/query/add',
    {
      status: 400,
      body: {
        errors: [
          { name: 'one', code: 'missing' },
          { name: 'two', code: 'missing' },
        ],
      },
    },
  ],
  ['F10-13 "false" is false', '/query/invert?negative=false&value=2.4', '2.4'],
  ['F10-14 "TRUE" is true', '/query/invert?negative=TRUE&value=2.4', '-2.4'],
  ['F10-15 "yes" is true', '/query/invert?negative=yes&value=2.4', '-2.4'],
  ['F10-15 other strings are rejected', '/query/invert?negative=maybe&value=2.4', invalidValue('negative')],
  ['F10-16 a missing boolean is reported', '/query/invert?value=2.4', invalidValue('negative')],
  [
    'F10-17 the reader of the parameter creates the value',
    `/query/json?dummy=${encodeURIComponent('{"name":"one","value":"dude"}')}`,
    { status: 200, body: { name: 'one', value: 'dude' } },
  ],
  ['F11-01 a value is decoded', '/query/decode?query=test+%7Bhello%7D', 'test {hello}'],
  ['F11-03 a raw value is not decoded', '/query/decode?original=test+%7Bhello%7D', 'test+%7Bhello%7D'],
  ['F11-05 an encoded plus is decoded', '/query/decode?query=%2B', '+'],
  ['F11-06 UTF-8 is decoded', '/query/decode?query=%C4%8Drt', 'črt'],
  ['F11-08 a value may contain =', '/query/decode?query=a=b', 'a=b'],
  ['F12-08 a value overrides the default of a boolean', '/query/empty?empty=false', 'false'],
  ['F12-08 the default of a boolean is converted', '/query/empty', 'true'],
]);

class Time {
  @GET('/read/time') time(@QueryParam('is') stamp: Token): string {
    return stamp.text;
  }
}
function readStamp(text: string): Token {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new TypeError(`Invalid time stamp: '${text}'`);
  if (text.startsWith('0')) throw new HttpError(400, 'too early');
  return new Token(text);
}

describeResponses(
  'a reader of a type',
  () => new RestBuilder(quietToolkit()).register(Time).reader(Token, readStamp).build(),
  [
    [
      'F10-19 an error that a reader throws results in 400 without its message',
      '/read/time?is=2020-08-XX',
      { status: 400, body: /^(?!.*time stamp)/ },
    ],
    [
      'F10-19 an HttpError that a reader throws is sent to the client',
      '/read/time?is=0001-01-01',
      { status: 400, body: /too early/ },
    ],
    [
      'F10-19 a value that the reader accepts is passed to the method',
      '/read/time?is=2020-08-01',
      '2020-08-01',
    ],
  ],
);

class User {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
@Path('/default')
class Defaults {
  @GET('/echo') echo(@QueryParam('name') @DefaultValue('unknown') name: string): string {
    return `Hello ${name}`;
  }
  @GET('/context') context(@Context() @DefaultValue('unknown user') user: User): string {
    return `Context is ${user.text}`;
  }
  @GET('/blank') blank(@QueryParam('name') @DefaultValue('') name: string): string {
    return `<${name}>`;
  }
  @GET('/number') number(@QueryParam('n', int) @DefaultValue('7') n: number): string {
    return `${n}`;
  }
}

describeResponses('default values', () => createRouter(Defaults), [
  ['F12-01 an absent value is replaced by the default', '/default/echo', 'Hello unknown'],
  ['F12-02 a value overrides the default', '/default/echo?name=baby', 'Hello baby'],
  ['F12-03 an empty string is a value', '/default/echo?name=', 'Hello '],
  ['F12-03 an empty string is absent for other types', '/default/number?n=', '7'],
  ['F12-04 a context object is created from its default', '/default/context', 'Context is unknown user'],
  ['F12-09 an empty default is the empty string', '/default/blank', '<>'],
]);
