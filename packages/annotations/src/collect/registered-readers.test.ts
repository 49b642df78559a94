import { type StartupError, Toolkit, type ValueReader } from '@writ/http';
import { expect, it } from 'vitest';
import { BodyParam, Consumes, POST, Path, RestBuilder, SuppressCheck } from '../index.ts';

class Note {
  title = '';
}
class Reminder extends Note {}

@Path('/')
class Notes {
  @POST('/plain')
  plain(@BodyParam(Note) note: Note): string {
    return note.constructor.name;
  }
  @POST('/odd')
  @Consumes('application/x-note')
  odd(@BodyParam(Note) note: Note): string {
    return note.constructor.name;
  }
}

class NumberReader implements ValueReader<number> {
  static readonly type = Number;
  read(): number {
    return 7;
  }
}

const reminders: ValueReader<Reminder> = { read: () => new Reminder() };
const builder = (): RestBuilder => new RestBuilder(new Toolkit({ inherit: false })).register(Notes);
const rulesOf = (start: () => unknown): readonly string[] => {
  try {
    start();
    return [];
  } catch (error) {
    return (error as StartupError).diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code} ${message}`);
  }
};
const post = async (app: RestBuilder, path: string, type: string): Promise<string> => {
  const headers = { 'content-type': type };
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: '{"title":"x"}' });
  return (await app.build().fetch(request)).text();
};

it('registering a reader for a type other than its own is a start-up error', () => {
  expect(rulesOf(() => builder().reader(Note, NumberReader).build())).toContain(
    'W2123 the reader NumberReader handles Number, but is registered for Note',
  );
});

it('@SuppressCheck() allows a reader to be registered for a type other than its own', () => {
  @SuppressCheck()
  class AnyReader extends NumberReader {}
  expect(
    rulesOf(() => builder().reader(Note, AnyReader).reader('application/x-note', AnyReader).build()),
  ).toEqual([]);
});

it('a media type reader whose type differs from the body is a start-up error if no other reader matches', () => {
  expect(rulesOf(() => builder().reader('application/x-note', NumberReader).build())).toEqual([
    'W2021 POST /odd (Notes.odd): body: the reader NumberReader returns Number, which does not match the type of the binding',
  ]);
  expect(
    rulesOf(() =>
      builder().reader('application/x-note', NumberReader).reader('application/x-note', reminders).build(),
    ),
  ).toEqual([]);
});

it('the built-in reader replaces a JSON reader whose type differs from the body', async () => {
  const app = builder().reader('application/json', NumberReader).reader('application/x-note', reminders);
  expect(await post(app, '/plain', 'application/json')).toBe('Note');
  expect(await post(app, '/odd', 'application/x-note')).toBe('Reminder');
});
