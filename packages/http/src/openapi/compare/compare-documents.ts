import { assertComparable } from './check-document.ts';
import { MAX_EXCESS, type Excess } from './pair-results.ts';
import { isObject, References, unfollowedOf } from './references.ts';
import { SchemaInclusion } from './schema-inclusion.ts';

/** A difference between two OpenAPI documents. */
export interface OpenapiChange {
  /**
   * Whether requests from existing clients may fail, or responses may contain something that these clients do not
   * expect.
   */
  readonly breaking: boolean;
  /** The operation, such as `GET /notes/{id}`. */
  readonly operation: string;
  /** The part of the operation, such as `parameter query limit`; empty for the operation itself. */
  readonly part: string;
  /** The change, such as `is required`. */
  readonly message: string;
  /** Set if this is not a change but a note about a part that could not be compared. */
  readonly isNote?: true;
}

type Document = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Compares two OpenAPI 3 documents, and returns the changes that affect clients, in the order of the operations. A
 * change is breaking if a request that the old document permits may be refused, or if a response may have a form that
 * the old document does not describe. Descriptions are not compared. References to other documents are not followed: a
 * reference that both documents contain results in a note, and any other in a breaking change.
 *
 * @throws {MalformedOpenapi} if a part that is compared is malformed, or a document is nested more than 200 levels deep
 */
export function compareOpenapi(before: object, after: object): readonly OpenapiChange[] {
  const [old, now] = [before as Document, after as Document];
  assertComparable(old, 'the old document');
  assertComparable(now, 'the new document');
  const documents = { old: new References(old), now: new References(now) };
  const schemas: Schemas = {
    request: new SchemaInclusion(documents.old, documents.now, 'request'),
    response: new SchemaInclusion(documents.now, documents.old, 'response'),
  };
  const oldOperations = operationsOf(old, documents.old);
  const newOperations = operationsOf(now, documents.now);
  const changes: OpenapiChange[] = [];
  for (const [key, { name, operation }] of oldOperations) {
    const found = newOperations.get(key);
    if (found === undefined)
      changes.push({ breaking: true, operation: name, part: '', message: 'is removed' });
    else {
      const comparison = new Comparison(documents, schemas, found.name);
      changes.push(...comparison.compare(operation, found.operation, parameterNames(name, found.name)));
    }
  }
  for (const [key, { name }] of newOperations) {
    if (!oldOperations.has(key))
      changes.push({ breaking: false, operation: name, part: '', message: 'is added' });
  }
  return changes;
}

interface Documents {
  readonly old: References;
  readonly now: References;
}

/** Compare the schemas of requests and those of responses. */
interface Schemas {
  readonly request: SchemaInclusion;
  readonly response: SchemaInclusion;
}

interface NamedOperation {
  /** Method and path, such as `GET /notes/{id}`. */
  readonly name: string;
  readonly operation: Item;
}

/** Returns the operations by method and path. The path has no parameter names, because clients do not send them. */
function operationsOf(document: Document, references: References): ReadonlyMap<string, NamedOperation> {
  const found = new Map<string, NamedOperation>();
  for (const [path, item] of Object.entries((document['paths'] ?? {}) as Item)) {
    if (path.startsWith('x-')) continue;
    const members = resolve(item, references);
    // If the path is defined in another document, its operations are unknown.
    if (unfollowedOf(members).length > 0)
      found.set(path.replaceAll(/\{[^{}]*\}/g, '{}'), { name: path, operation: members });
    for (const method of METHODS) {
      const operation = members[method] as Item | undefined;
      if (operation === undefined) continue;
      const shared = listOf(members['parameters']);
      const parameters = [...shared, ...listOf(operation['parameters'])];
      const name = `${method.toUpperCase()} ${path}`;
      const key = name.replaceAll(/\{[^{}]*\}/g, '{}');
      const security = operation['security'] ?? document['security'];
      found.set(key, { name, operation: { ...operation, parameters, security } });
    }
  }
  return found;
}

/** Maps the name of each path parameter in the new document to its name in the old one. */
function parameterNames(before: string, after: string): ReadonlyMap<string, string> {
  const names = (path: string): readonly string[] =>
    [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const old = names(before);
  return new Map(names(after).map((name, index) => [name, old[index] ?? name]));
}

/** Compares one operation. */
class Comparison {
  readonly #old: References;
  readonly #now: References;
  readonly #schemas: Schemas;
  readonly #operation: string;
  readonly #changes: OpenapiChange[] = [];

  constructor({ old, now }: Documents, schemas: Schemas, operation: string) {
    this.#old = old;
    this.#now = now;
    this.#schemas = schemas;
    this.#operation = operation;
  }

  compare(before: Item, after: Item, names: ReadonlyMap<string, string>): readonly OpenapiChange[] {
    if (!this.#areFollowed(before, after, '')) return this.#changes;
    this.#compareParameters(before, after, names);
    this.#compareBodies(resolve(before['requestBody'], this.#old), resolve(after['requestBody'], this.#now));
    this.#compareResponses((before['responses'] ?? {}) as Item, (after['responses'] ?? {}) as Item);
    this.#compareSecurity(listOf(before['security']), listOf(after['security']));
    return this.#changes;
  }

  #add(breaking: boolean, part: string, message: string): void {
    this.#changes.push({ breaking, operation: this.#operation, part, message });
  }

  /** Whether all references of both parts were followed. If not, adds a change or a note. */
  #areFollowed(before: Item, after: Item, part: string): boolean {
    const [old, now] = [unfollowedOf(before), unfollowedOf(after)];
    if (old.length === 0 && now.length === 0) return true;
    const refs = [...new Set([...old, ...now])].map((ref) => JSON.stringify(ref)).join(' and ');
    if (old.join() === now.join())
      this.#changes.push({
        breaking: false,
        operation: this.#operation,
        part,
        message: `the reference ${refs} is not followed`,
        isNote: true,
      });
    else this.#add(true, part, `cannot be compared: the reference ${refs} is not followed`);
    return false;
  }

  #compareParameters(before: Item, after: Item, names: ReadonlyMap<string, string>): void {
    const keyOf = (parameter: Item, name: unknown): string => {
      const place = String(parameter['in']);
      return `${place} ${place === 'header' ? String(name).toLowerCase() : String(name)}`;
    };
    const keyOfUnknown = (parameter: Item): string => `reference ${unfollowedOf(parameter).join(', ')}`;
    const old = new Map(
      listOf(before['parameters']).map((each) => {
        const parameter = resolve(each, this.#old);
        if (unfollowedOf(parameter).length > 0) return [keyOfUnknown(parameter), parameter] as const;
        return [keyOf(parameter, parameter['name']), parameter] as const;
      }),
    );
    const now = new Map(
      listOf(after['parameters']).map((each) => {
        const parameter = resolve(each, this.#now);
        if (unfollowedOf(parameter).length > 0) return [keyOfUnknown(parameter), parameter] as const;
        const name = String(parameter['name']);
        return [
          keyOf(parameter, parameter['in'] === 'path' ? (names.get(name) ?? name) : name),
          parameter,
        ] as const;
      }),
    );
    for (const [key, parameter] of old) {
      const part = `parameter ${key}`;
      const found = now.get(key);
      if (found === undefined) this.#add(true, part, 'is removed');
      else if (this.#areFollowed(parameter, found, part)) {
        if (found['required'] === true && parameter['required'] !== true)
          this.#add(true, part, 'is required');
        if (parameter['required'] === true && found['required'] !== true)
          this.#add(false, part, 'is optional');
        for (const style of ['style', 'explode'])
          if (parameter[style] !== found[style]) this.#add(true, part, `has a different ${style}`);
        this.#compareRequest(parameter['schema'], found['schema'], part);
      }
    }
    for (const [key, parameter] of now) {
      if (old.has(key) || !this.#areFollowed({}, parameter, `parameter ${key}`)) continue;
      const isRequired = parameter['required'] === true;
      this.#add(isRequired, `parameter ${key}`, isRequired ? 'is added and required' : 'is added');
    }
  }

  #compareBodies(before: Item, after: Item): void {
    if (!this.#areFollowed(before, after, 'request body')) return;
    if (before['content'] === undefined && after['content'] === undefined) return;
    const [old, now] = [(before['content'] ?? {}) as Item, (after['content'] ?? {}) as Item];
    if (before['content'] === undefined)
      return this.#add(
        after['required'] === true,
        'request body',
        after['required'] === true ? 'is added and required' : 'is added',
      );
    if (after['content'] === undefined) return this.#add(true, 'request body', 'is removed');
    if (after['required'] === true && before['required'] !== true)
      this.#add(true, 'request body', 'is required');
    for (const [type, media] of Object.entries(old)) {
      const part = `request body ${type}`;
      if (now[type] === undefined) this.#add(true, part, 'is not accepted');
      else this.#compareRequest((media as Item)['schema'], (now[type] as Item)['schema'], part);
    }
    for (const type of Object.keys(now))
      if (old[type] === undefined) this.#add(false, `request body ${type}`, 'is accepted');
  }

  #compareResponses(before: Item, after: Item): void {
    const statusesOf = (responses: Item): readonly string[] =>
      Object.keys(responses).filter((name) => !name.startsWith('x-'));
    for (const status of statusesOf(before)) {
      const part = `response ${status}`;
      // Adding or removing an error is compatible; adding or removing a status below 400 is not.
      if (after[status] === undefined) this.#add(isSuccess(status), part, 'is removed');
      else this.#compareResponse(resolve(before[status], this.#old), resolve(after[status], this.#now), part);
    }
    for (const status of statusesOf(after)) {
      if (before[status] === undefined) this.#add(isSuccess(status), `response ${status}`, 'is added');
    }
  }

  #compareResponse(before: Item, after: Item, part: string): void {
    if (!this.#areFollowed(before, after, part)) return;
    const [old, now] = [(before['content'] ?? {}) as Item, (after['content'] ?? {}) as Item];
    for (const [type, media] of Object.entries(old)) {
      if (now[type] === undefined) this.#add(true, `${part} ${type}`, 'is removed');
      else this.#compareResult((media as Item)['schema'], (now[type] as Item)['schema'], `${part} ${type}`);
    }
    for (const type of Object.keys(now))
      if (old[type] === undefined) this.#add(false, `${part} ${type}`, 'is added');
    const [oldHeaders, newHeaders] = [(before['headers'] ?? {}) as Item, (after['headers'] ?? {}) as Item];
    const names = new Set(Object.keys(newHeaders).map((name) => name.toLowerCase()));
    for (const name of Object.keys(oldHeaders))
      if (!names.has(name.toLowerCase())) this.#add(true, `${part} header ${name}`, 'is removed');
  }

  /** Every value that clients may send must still be accepted. */
  #compareRequest(before: unknown = {}, after: unknown = {}, part = ''): void {
    this.#addExcess(this.#schemas.request.find(before, after), part, requestMessage);
  }

  /** Every value that clients may receive must match the old schema. */
  #compareResult(before: unknown = {}, after: unknown = {}, part = ''): void {
    this.#addExcess(this.#schemas.response.find(after, before), part, (message) => message);
  }

  #addExcess(excess: readonly Excess[], part: string, describe: (message: string) => string): void {
    for (const { path, message, isNote } of excess) {
      this.#changes.push({
        breaking: isNote !== true,
        operation: this.#operation,
        part: partAt(part, path),
        message: describe(message),
        ...(isNote === true ? { isNote } : {}),
      });
    }
    if (excess.length < MAX_EXCESS) return;
    const message = `only the first ${MAX_EXCESS} differences are listed`;
    this.#changes.push({ breaking: false, operation: this.#operation, part, message, isNote: true });
  }

  #compareSecurity(before: readonly unknown[], after: readonly unknown[]): void {
    const written = (requirement: unknown): string => {
      const schemes = Object.entries(requirement as Item);
      const roles = schemes.map(([name, each]) =>
        listOf(each).length === 0 ? name : `${name} (${listOf(each).join(', ')})`,
      );
      return roles.toSorted().join(' and ');
    };
    const [old, now] = [before.map(written), after.map(written)];
    if (now.length === 0 && old.length > 0) return this.#add(false, 'security', 'is not required');
    // If there are no requirements, or one of them is empty, a request needs no credentials.
    if (now.length === 0 || now.includes('')) return;
    const accepted = (old.length === 0 ? [''] : old).filter((each) => !now.includes(each));
    if (accepted.length > 0) this.#add(true, 'security', `requires ${now.join(' or ')}`);
  }
}

/** For a request, the difference means that the new document requires the property. */
function requestMessage(message: string): string {
  return message === 'may be missing' ? 'is required' : message;
}

function partAt(part: string, path: string): string {
  return path === '' ? part : `${part} ${path}`;
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

function resolve(value: unknown, references: References): Item {
  const found = references.resolve(value ?? {});
  return isObject(found) ? found : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
