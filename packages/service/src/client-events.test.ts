import type { InstallEvent as ClientEvent } from '@writ/client';
import type { InstallEvent } from '@writ/installer';
import { expectTypeOf, it } from 'vitest';
import type { InstallOutcome } from './records/install.ts';

/** The type of a value after it has been sent as JSON. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? Sent<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Sent<Value[Key]> }
    : Value;

type RecordedEvent = InstallEvent | ({ readonly type: 'end' } & InstallOutcome);

it('the event types of the client have the same members as the events of the service', () => {
  expectTypeOf<Sent<RecordedEvent>>().toExtend<ClientEvent>();
  expectTypeOf<RecordedEvent['type']>().toEqualTypeOf<ClientEvent['type']>();
});
