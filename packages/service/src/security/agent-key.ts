import { HttpError, type Filter, type HttpRequest } from '@writ/http';
import { describeFilter } from '@writ/http/openapi';
import type { Node } from '../records/node.ts';

/** Authenticates agents by the key with which they have registered. */
export interface AgentKeys {
  /** Requires the key of an agent before the body of the request is read. */
  readonly filter: Filter;
  /** Returns the node of a request that the filter has passed on, as it was when the request arrived. */
  nodeOf(request: HttpRequest): Node;
}

/** @param find returns the node of an agent's key */
export function createAgentKeys(find: (key: string) => Promise<Node | undefined>): AgentKeys {
  const nodes = new WeakMap<HttpRequest, Node>();
  const filter: Filter = async ({ request }, next) => {
    const given = /^Bearer +([\w.~-]{24,512}) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    const node = given === undefined ? undefined : await find(given);
    if (node === undefined) {
      throw new HttpError('unauthorized', {
        detail: 'No agent has registered with this key, or its node has been released',
        headers: { 'www-authenticate': 'Bearer realm="writ agent"' },
      });
    }
    nodes.set(request, node);
    return next();
  };
  return {
    filter: describeFilter(filter, { challenge: 'Bearer realm="writ agent"', refuses: ['unauthorized'] }),
    nodeOf: (request) => {
      const node = nodes.get(request);
      if (node === undefined) throw new Error('the route has no filter for the keys of agents');
      return node;
    },
  };
}
