export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A member that {@link References.resolve} adds: the references that it did not follow, because they point to another
 * document, to nothing or to themselves.
 */
export const UNFOLLOWED = '$unfollowed';

/** The references of a document. */
export class References {
  readonly #document: JsonObject;
  readonly #targets = new Map<string, unknown>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** Follows references within the document. Members next to a reference override those of its target. */
  resolve(value: unknown): unknown {
    const followed = new Set<string>();
    let current = value;
    for (let ref = refOf(current); ref !== undefined; ref = refOf(current)) {
      const { $ref: _ref, ...rest } = current as JsonObject;
      const target = followed.has(ref) ? undefined : this.find(ref);
      followed.add(ref);
      if (target === undefined) return { ...rest, [UNFOLLOWED]: [...unfollowedOf(rest), ref] };
      current = isObject(target) && Object.keys(rest).length > 0 ? { ...target, ...rest } : target;
    }
    return current;
  }

  /** Returns the target of a reference; undefined if it is not part of the document. */
  find(ref: string): unknown {
    if (!this.#targets.has(ref)) this.#targets.set(ref, this.#find(ref));
    return this.#targets.get(ref);
  }

  #find(ref: string): unknown {
    const pointer = decodePointer(ref);
    return pointer?.reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as JsonObject)[part]
          : undefined,
      this.#document,
    );
  }
}

/** Returns the names in a reference within the document; undefined for other references. */
function decodePointer(ref: string): readonly string[] | undefined {
  if (!ref.startsWith('#/') || !isDecodable(ref)) return undefined;
  return ref
    .slice('#/'.length)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether all percent escapes in a reference are valid. */
export function isDecodable(ref: string): boolean {
  try {
    decodeURIComponent(ref);
    return true;
  } catch {
    return false;
  }
}

/** Returns the references of a resolved value that were not followed. */
export function unfollowedOf(value: unknown): readonly string[] {
  return isObject(value) ? ((value[UNFOLLOWED] ?? []) as readonly string[]) : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refOf(value: unknown): string | undefined {
  return isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined;
}
