import { BodyParam, DELETE, GET, Path, PathParam, POST, PUT } from '@writ/annotations';
import { Secret } from '@writ/diagnostics';
import { HttpError, int, object, oneOf, optional, RestResponse } from '@writ/http';
import type { Seal } from '../../jobs/seal.ts';
import {
  controlPower,
  POWER_ACTIONS,
  readPower,
  type Controller,
  type PowerAction,
  type PowerState,
} from '../../nodes/power/redfish.ts';
import { wake, type WakeAddress } from '../../nodes/power/wake-on-lan.ts';
import { problem } from '../../problems.ts';
import type { Node } from '../../records/node.ts';
import type { Store } from '../../store/store.ts';
import { getNode, missingNode } from './stored-node.ts';
import { Requires } from '../../security/requires.ts';

/** The management controller of a node. */
export interface ControllerRequest {
  /** The https address of its Redfish service, such as `https://192.0.2.7`. */
  readonly address: string;
  readonly username: string;
  readonly password: string;
  /** The SHA-256 digest of its certificate: 64 hexadecimal digits, also with colons. */
  readonly certificateSha256: string;
}

/** A change of the power of a node. */
export interface PowerRequest {
  /** `wake` sends a magic packet to the network cards; the others require a management controller. */
  readonly action: PowerAction | 'wake';
  /** Makes the next boot one from the network; requires a management controller. */
  readonly boot?: 'network' | undefined;
}

export interface NodePowerDependencies {
  readonly store: Store;
  readonly seal: Seal | undefined;
  /** Where magic packets are sent. */
  readonly wakeAddress: WakeAddress;
  readonly now: () => Date;
}

/** The power of nodes. All requests use management controllers, whose passwords an administrator has stored. */
@Requires('administer')
@Path('/api/nodes/{id}')
export class NodePower {
  readonly #dependencies: NodePowerDependencies;

  constructor(dependencies: NodePowerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Stores the management controller, with a sealed password. */
  @PUT(
    '/controller',
    PathParam('id', int),
    BodyParam(object({ address: String, username: String, password: String, certificateSha256: String })),
  )
  async setController(id: number, asked: ControllerRequest): Promise<Node> {
    const { store, seal, now } = this.#dependencies;
    await getNode(store, id);
    const certificateSha256 = asked.certificateSha256.replaceAll(':', '').toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(certificateSha256))
      throw new HttpError('invalid-values', 'certificateSha256 must have 64 hexadecimal digits');
    const address = readAddress(asked.address);
    if (!/^[^\p{C}:]{1,128}$/u.test(asked.username))
      throw new HttpError('invalid-values', 'username must have 1 to 128 printable characters, and no colon');
    if (seal === undefined) {
      throw problem('secrets-refused', {
        detail:
          'Start the service with WRIT_SEAL_KEY_FILE, so that the password of the controller can be stored',
      });
    }
    const { username, password } = asked;
    const sealed = seal.seal(controllerOwner(id), address, new Secret(password));
    const controller = { address, username, certificateSha256, sealed };
    if (!(await store.nodes.setController(id, controller, now().toISOString()))) throw missingNode(id);
    return getNode(store, id);
  }

  @DELETE('/controller', PathParam('id', int))
  async removeController(id: number): Promise<RestResponse<undefined, 204>> {
    const { store, now } = this.#dependencies;
    if (!(await store.nodes.setController(id, undefined, now().toISOString()))) throw missingNode(id);
    return RestResponse.noContent();
  }

  /**
   * Returns the power state that the management controller reports. Each request logs in to the controller, which may
   * support only a few sessions.
   */
  @GET('/power', PathParam('id', int))
  async power(id: number): Promise<PowerState> {
    const controller = await this.#openController(id);
    return readPower(controller).catch(failPower);
  }

  @POST(
    '/power',
    PathParam('id', int),
    BodyParam(object({ action: oneOf(...POWER_ACTIONS, 'wake'), boot: optional(oneOf('network')) })),
  )
  async control(id: number, { action, boot }: PowerRequest): Promise<RestResponse<undefined, 204>> {
    const { store, wakeAddress } = this.#dependencies;
    if (action === 'wake') {
      const { macs } = await getNode(store, id);
      if (boot !== undefined)
        throw new HttpError('invalid-values', 'A magic packet cannot select the network boot');
      if (macs.length === 0) throw new HttpError('conflict', `Node ${id} has no network card`);
      await wake(macs, wakeAddress).catch(failPower);
    } else await controlPower(await this.#openController(id), action, boot).catch(failPower);
    return RestResponse.noContent();
  }

  async #openController(id: number): Promise<Controller> {
    const { store, seal } = this.#dependencies;
    await getNode(store, id);
    const stored = await store.nodes.controller(id);
    if (stored === undefined) throw new HttpError('conflict', `Node ${id} has no management controller`);
    const { sealed, ...controller } = stored;
    const password = seal?.open(controllerOwner(id), controller.address, sealed);
    if (password === undefined) {
      throw problem('secrets-refused', {
        detail:
          'The password of the controller cannot be opened; set the controller again, or start the service with the WRIT_SEAL_KEY_FILE with which it was stored',
      });
    }
    return { ...controller, password };
  }
}

function controllerOwner(id: number): string {
  return `controller of node ${id}`;
}

/** @throws {HttpError} 400 for an address that is not one of a Redfish service */
function readAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    address !== undefined &&
    address.protocol === 'https:' &&
    address.username === '' &&
    address.password === '';
  if (!isPlain || address.pathname !== '/' || address.search !== '' || address.hash !== '')
    throw new HttpError(
      'invalid-values',
      'address must be an https URL without a login and a path, such as https://192.0.2.7',
    );
  return address.origin;
}

/** Errors of the power functions contain no secret. */
function failPower(error: unknown): never {
  throw problem('power-failed', { detail: error instanceof Error ? error.message : String(error) });
}
