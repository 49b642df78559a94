import { HttpError } from '@writ/http';
import { expect, it } from 'vitest';
import { quietToolkit } from '../../test/cases/table.ts';
import {
  BodyParam,
  Consumes,
  Context,
  FormParam,
  GET,
  isEndpoint,
  NoCache,
  Path,
  PathParam,
  RestRouter,
  RolesAllowed,
  StartupError,
  type EndpointSource,
} from '../index.ts';
import {
  CloseReason,
  OnClose,
  OnError,
  OnMessage,
  OnOpen,
  WebSocket,
  type WebSocketOptions,
} from '../websocket.ts';

/** The findings with their rules, their lines in this file, and their hints. */
function findingsOf(...sources: readonly EndpointSource[]): readonly string[] {
  try {
    RestRouter.register(quietToolkit(), ...sources).build();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // Vitest's compiler emits metadata only, which is a warning.
    const errors = error.diagnostics.filter(({ severity }) => severity === 'error');
    return errors.map(({ rule, file, message, hint, range }) => {
      expect(file).toContain('web-socket-findings.test.ts');
      expect(range!.start.line).toBeGreaterThan(1);
      return `${rule}: ${message}: ${hint}`;
    });
  }
  return [];
}

it('all mistakes in WebSocket classes are reported together', () => {
  class HookOnly {
    @OnMessage() said(_text: string): void {}
  }
  @WebSocket('/empty')
  class Empty {}
  @WebSocket()
  class NoPath {
    @OnOpen() opened(): void {}
  }
  @WebSocket('/twice')
  class Twice {
    @OnMessage() one(_text: string): void {}
    @OnMessage() two(_text: string): void {}
  }
  @WebSocket('/mixed')
  @Consumes('text/plain')
  @NoCache()
  class Mixed {
    @GET('/page') page(): void {}
    @OnOpen() @RolesAllowed('admin') opened(): void {}
    @Path('/lost') lost(): void {}
  }
  @WebSocket('/bound')
  class Bound {
    @OnOpen() opened(
      @BodyParam(String) _text: string,
      @FormParam('name', String) _name: string,
      @Context() _reason: CloseReason,
    ): void {}
    @OnMessage() said(_text: string, _other: string): void {}
    @OnClose() closed(@Context() _error: Error, @PathParam('room', String) _room: string): void {}
    @OnError() failed(_error: Error): void {}
  }
  @WebSocket('/field')
  class Fields {
    @PathParam('room', String) room = '';
    @OnOpen() opened(): void {}
  }
  expect(findingsOf(HookOnly, Empty, NoPath, Twice, Mixed, Bound, Fields)).toEqual([
    "hook-outside-web-socket: HookOnly.said has @OnMessage(), but HookOnly has no @WebSocket: write @WebSocket('/…') on HookOnly",
    'no-hooks: Empty has no hooks: add @OnMessage() to a method, or @OnOpen()',
    "no-path: neither @WebSocket nor the class NoPath has a path: write one in the annotation: @WebSocket('/')",
    'two-hooks: Twice.two and Twice.one both have @OnMessage(): write one method, which can call both',
    'not-for-web-sockets: @Consumes on Mixed has no effect on WebSocket connections: remove @Consumes',
    'not-for-web-sockets: @NoCache on Mixed has no effect on WebSocket connections: remove it: each connection has its own instance',
    'not-for-web-sockets: Mixed.page has @GET, but its class has @WebSocket: move the method to another class',
    'not-for-web-sockets: Mixed.opened has an annotation that does not apply to hooks: access rules, filters and headers apply to the opening handshake: write them on the class',
    'without-verb: Mixed.lost is annotated but has no hook, so it is never called: add a hook, such as @OnMessage()',
    'unavailable-in-hook: @BodyParam() of Bound.opened is not available in a method with @OnOpen(): only the method with @OnMessage() receives it',
    'unavailable-in-hook: @FormParam() of Bound.opened is not available in a method with @OnOpen(): the opening handshake has no body: use @QueryParam, or receive the value in a message',
    'unavailable-in-hook: @Context(CloseReason) of Bound.opened is not available in a method with @OnOpen(): only the method with @OnClose() receives it',
    'no-source: parameter "_text" of Bound.said has no source: declare its source: @QueryParam(\'_text\', String) _text',
    'no-source: parameter "_other" of Bound.said has no source: declare its source: @QueryParam(\'_other\', String) _other',
    'unavailable-in-hook: @Context(Error) of Bound.closed is not available in a method with @OnClose(): only the method with @OnError() receives it',
    'no-source: parameter "_error" of Bound.failed has no source: declare its source: @Context(Error) _error',
    'binding-outside-a-route: a field or constructor parameter of the endpoint class Fields is bound to a request value: bind the value to a parameter of a hook, such as the method with @OnOpen()',
  ]);
});

it('invalid options, an invalid type of messages and an unknown path value are reported', () => {
  @WebSocket('/size', { maxPayload: 0 })
  class Size {
    @OnMessage() said(_text: string): void {}
  }
  @WebSocket('/typo', { maxPayloads: 1 } as WebSocketOptions)
  class Typo {
    @OnMessage() said(_text: string): void {}
  }
  @WebSocket('/type')
  class Type {
    @OnMessage() said(@BodyParam('note' as never) _text: string): void {}
  }
  @WebSocket('/path/{room}')
  class Unbound {
    @OnOpen() opened(@PathParam('rom', String) _room: string): void {}
  }
  expect(findingsOf(Size, Typo, Type, Unbound)).toEqual([
    'web-socket-option: @WebSocket on Size: maxPayload must be a whole number of at least 1, not 0: correct the option in the second argument of @WebSocket',
    'web-socket-option: @WebSocket on Typo: has no option "maxPayloads": did you mean maxPayload?: correct the option in the second argument of @WebSocket',
    'unknown-type: the type of messages of Type: "note" is not a type: write Number, String, Boolean, Date, a class, an enum, a schema, or int and the other codecs',
    'unknown-path-variable: GET /path/{room} (Unbound.WebSocket): the path has no variable named rom: did you mean "room"?',
  ]);
});

it('WebSocket classes are found among the exports of a file', () => {
  @WebSocket('/a')
  class Chat {
    @OnOpen() opened(): void {}
  }
  expect(isEndpoint(Chat)).toBe(true);
  expect(isEndpoint(class extends Chat {})).toBe(true);
  expect(isEndpoint(HttpError)).toBe(false);
});

it('annotations of WebSocket classes must be called', () => {
  expect(() => {
    // @ts-expect-error -- a class instead of a path
    @WebSocket
    class Chat {}
    return Chat;
  }).toThrow("an annotation on Chat must be called: write @WebSocket('/')");
  expect(() => {
    class Chat {
      // @ts-expect-error -- not called
      @OnOpen opened(): void {}
    }
    return Chat;
  }).toThrow('write @OnOpen()');
  // @ts-expect-error -- a string is not a binding
  expect(() => OnMessage('/chat')).toThrow('@OnMessage accepts');
});
