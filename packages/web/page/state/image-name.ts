import { effect, type ReadonlySignal, type Signal } from '@preact/signals';

/** The host name of a configuration without one. */
const DEFAULT_HOSTNAME = 'archlinux';

/**
 * Names the image after the machine: if the image has the name of the machine, it follows changes of the host
 * name; any other name, such as one that the user entered, remains. A host name that cannot be a file name
 * leaves the image's name unchanged.
 *
 * @param isName whether the service accepts the name of an image
 * @returns a function that ends this
 */
export function followHostname(
  hostname: ReadonlySignal<unknown>,
  image: Signal<string>,
  isName: (name: string) => boolean,
): () => void {
  let followed: string | undefined;
  return effect(() => {
    const host = hostname.value === undefined ? DEFAULT_HOSTNAME : hostname.value;
    const name = `${String(host)}.img`;
    if (typeof host !== 'string' || !isName(name)) return;
    if (image.peek() === followed) image.value = name;
    followed = name;
  });
}
