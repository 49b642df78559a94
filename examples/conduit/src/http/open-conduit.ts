import type { Filter } from '@writ/http';
import { fromDataException } from '../services/api-error.ts';
import { Conduit, type Services } from './conduit.ts';

/** Commits the transaction of a request when its handler has returned, and rolls it back if anything has thrown. */
export function openConduit(services: Services): Filter {
  return async (context, next) => {
    const conduit = new Conduit(services);
    context.data.set(Conduit, conduit);
    let result: unknown;
    try {
      result = await next();
    } catch (error) {
      await conduit.rollback();
      throw fromDataException(error);
    }
    await conduit.commit();
    return result;
  };
}
