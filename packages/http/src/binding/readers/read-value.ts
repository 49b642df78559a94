import { HttpError } from '../../errors/http-error.ts';
import type { RoutingContext } from '../../contract/context.ts';
import { instanceOf, type Component } from '../../contract/component.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { toPromise, allMaybe } from '../../internal/thenable.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
import { Failure, collectFailures } from '../../types/failure.ts';
import { isKind } from '../../contract/is-kind.ts';
import { presentOf } from '../../contract/required-type.ts';
import type { Type } from '../../contract/type.ts';

const UNREADABLE = new Failure([{ code: 'unreadable', detail: 'cannot be read', pointer: '' }]);

/** Calls a reader. Returns its value ({@link ABSENT} for null or undefined), a failure, or a promise for either. */
export function readValue(reader: ValueReader, value: unknown, type: Type, context: RoutingContext): unknown {
  const failed = (error: unknown): Failure => {
    if (error instanceof HttpError) throw error;
    // The client receives no details, because a reader's errors may contain secrets.
    context.toolkit.logger.debug({ error }, 'a reader could not read a value');
    return UNREADABLE;
  };
  try {
    const read = toPromise<unknown>(reader.read(value, type, context));
    return read instanceof Promise ? read.then(nullIsAbsent, failed) : nullIsAbsent(read);
  } catch (error) {
    return failed(error);
  }
}

function nullIsAbsent(value: unknown): unknown {
  return value ?? ABSENT;
}

/** Creates a converter that reads strings with a reader, in place of the type's conversion. */
export function readerConverter(component: Component<ValueReader>, type: Type, base: Converter): Converter {
  const whole = component.types?.includes(Array) ?? false;
  const of = whole ? type : itemTypeOf(type);
  const text = (given: string, context?: RoutingContext): unknown =>
    readValue(instanceOf(component, context!), given, of, context!);
  const many = !whole && isArrayOf(type);
  const texts = (given: readonly string[], context?: RoutingContext): unknown =>
    allMaybe(
      given.map((each) => text(each, context)),
      (settled) => collectFailures(settled) ?? settled.filter((value) => value !== ABSENT),
    );
  return {
    name: base.name,
    optional: base.optional,
    acceptsEmpty: base.acceptsEmpty,
    async: true,
    viaReader: true,
    text: many ? (given, context) => texts([given], context) : text,
    ...(many && { texts }),
    json: base.json,
  };
}

function isArrayOf(type: Type): boolean {
  return isKind(presentOf(type), 'array');
}

/** Returns the type of the value read from one string: the element type for an array. */
function itemTypeOf(type: Type): Type {
  const inner = presentOf(type);
  return isKind(inner, 'array') ? presentOf(inner.of) : inner;
}
