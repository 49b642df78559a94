import { User } from '../auth/user.ts';
import { RoutingContext } from '../exchange/context.ts';
import { HttpRequest } from '../exchange/request.ts';
import { HttpResponse } from '../exchange/response.ts';
import type { ContextBinding } from '../route.ts';
import { Toolkit } from '../toolkit.ts';
import { TypeProblem } from './converter.ts';
import { Failure } from './failure.ts';
import { checked, type Take } from './take.ts';

const KNOWN: ReadonlyMap<unknown, Take> = new Map<unknown, Take>([
  [HttpRequest, (exchange) => exchange.request],
  [HttpResponse, (exchange) => exchange.response],
  [RoutingContext, (exchange) => exchange],
  [AbortSignal, (exchange) => exchange.signal],
  [Toolkit, (exchange) => exchange.toolkit],
]);

const NOBODY = new Failure([{ code: 'missing', detail: 'nobody is authenticated', pointer: '' }]);

/** Throws `TypeProblem` for a type that the kernel cannot provide. */
export function takeContext({ type }: ContextBinding): Take {
  const optional = 'kind' in type && type.kind === 'optional';
  const token = optional ? type.of : type;
  if (token === User) {
    return (exchange) =>
      exchange.user ?? (optional ? undefined : checked(exchange, 'context', 'User', NOBODY));
  }
  const take = KNOWN.get(token);
  if (take === undefined) {
    const name = typeof token === 'function' && token.name !== '' ? token.name : String(token);
    throw new TypeProblem(
      `nothing provides ${name}`,
      'HttpRequest, HttpResponse, RoutingContext, AbortSignal, Toolkit and User are provided',
    );
  }
  return take;
}
