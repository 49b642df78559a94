import { isKind, isWrapper } from '../contract/is-kind.ts';
import { requiredOf } from '../contract/required-type.ts';
import { isJson, isOneOf, parseMediaType } from '../protocol/content-type.ts';
import type { WholeBodyPlan } from '../binding/binding-plan.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { Binding, NamedBinding, Route } from '../contract/route.ts';
import { MULTIPART } from '../protocol/is-multipart.ts';
import { FileUpload } from '../contract/file-upload.ts';
import type { Type } from '../contract/type.ts';
import type { Content, RequestBody } from './document/document.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { isRequired } from './path-forms.ts';
import { namedValues, propertyOf, type NamedValue } from './named-values.ts';
import { bindingSchema, checkSchema, descriptionMember, type ParameterContext } from './parameters.ts';
import { allOfSchemas, anyOfSchemas } from './schema/combine-schemas.ts';
import { withDefault } from './schema/default.ts';
import { isStandardSchema } from './schema/standard.ts';
import { propertiesSchema, schemaOf, type Form, type Property } from './schema/type-schema.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const TEXT_TYPE = 'text/plain';

/**
 * Describes the body of a route that binds the whole body, form fields, or named values that a body may contain;
 * returns undefined for any other route. `names` is undefined if the document lists named values in the query.
 */
export function describeRequestBody(
  { route, body }: RoutePlan,
  bindings: readonly Binding[],
  names: readonly NamedValue[] | undefined,
  around: ParameterContext,
): RequestBody | undefined {
  if (body?.as === 'value') return wholeBody(route, body, around);
  const fields = bindings.filter((binding): binding is NamedBinding => binding.source === 'form');
  const inForm = fields.map((field) => formField(field, around));
  const all = [...(names ?? []), ...inForm];
  const takesOtherNames = names !== undefined && bindings.some(acceptsOtherNames);
  if (all.length === 0 && !takesOtherNames) return undefined;
  const contents = alternativesOf(bindings).map((each) =>
    contentOfNames(
      [...(names === undefined ? [] : namedValues(each, around)), ...inForm],
      fields.length > 0,
      allowsOtherNames(route, each),
    ),
  );
  const content = anyContent(contents);
  const consumed = Object.entries(content).filter(([type]) => isOneOf(type, route.consumes ?? ['*/*']));
  return { required: all.some(({ required }) => required), content: Object.fromEntries(consumed) };
}

/** Returns the bindings once for each object type of a union. */
function alternativesOf(bindings: readonly Binding[]): readonly (readonly Binding[])[] {
  const union = bindings.find((each) => each.source === 'object' && each.variants !== undefined);
  if (union?.source !== 'object') return [bindings];
  return union.variants!.map((type) => bindings.map((each) => (each === union ? { ...union, type } : each)));
}

/**
 * Returns the media types that all alternatives have in common, each with a schema that accepts any of the
 * alternatives.
 */
function anyContent([first = {}, ...others]: readonly Content[]): Content {
  if (others.length === 0) return first;
  const shared = Object.keys(first).filter((type) => others.every((each) => type in each));
  return Object.fromEntries(
    shared.map((type) => [
      type,
      { schema: anyOfSchemas([first, ...others].map((each) => each[type]!.schema ?? {})) },
    ]),
  );
}

/** Types whose values are the whole body, even if it is empty, with the media type that the document states. */
const WHOLE_BODY_TYPES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, TEXT_TYPE],
  [Uint8Array, 'application/octet-stream'],
  [ReadableStream, 'application/octet-stream'],
]);

/** Whether the route binds the bytes of any body, regardless of its media type and encoding. */
export function takesAnyBody({ route, body }: RoutePlan): boolean {
  if (body?.as !== 'value' || body.readers.length > 0 || route.consumes !== undefined) return false;
  const type = requiredOf(body.binding.type);
  return type === Uint8Array || type === ReadableStream;
}

function wholeBody(
  route: Route,
  { binding, readers, mediaTypes }: WholeBodyPlan,
  around: ParameterContext,
): RequestBody {
  const { description, valid, default: text } = binding;
  const type = requiredOf(binding.type);
  const forAny = readers.find((each) => each.mediaTypes === undefined);
  const checked = checkSchema(valid, around.named);
  const schemaFor = (form: Form): JsonSchema =>
    withDefault(
      allOfSchemas(schemaOf(type, form, around.named), checked),
      form === 'json' ? text : undefined,
    );
  const own = WHOLE_BODY_TYPES.get(type);
  const isReadElsewhere = forAny !== undefined;
  const contentOf = (mediaType: string): Content[string] => {
    const { essence } = parseMediaType(mediaType);
    const read = isOneOf(essence, mediaTypes);
    if (isReadElsewhere || (read && own === undefined)) return {};
    if (own !== undefined) return type === String ? { schema: { type: 'string' } } : {};
    if (isJson(essence)) return { schema: schemaFor('json') };
    return essence.startsWith('text/') ? { schema: schemaFor('text') } : {};
  };
  const defaultTypes = isReadElsewhere
    ? (forAny.reader.mediaTypes ?? ['*/*'])
    : [own ?? JSON_TYPE, ...mediaTypes];
  const types = route.consumes ?? [
    ...defaultTypes,
    ...(isScalar(type) && !isReadElsewhere ? [TEXT_TYPE] : []),
  ];
  return {
    ...descriptionMember(description),
    required: own === undefined && isRequired(binding),
    content: Object.fromEntries(types.map((each) => [each, contentOf(each)])),
  };
}

/** Whether a value of the type is usually sent as plain text. */
function isScalar(type: Type): boolean {
  if (isStandardSchema(type)) return false;
  if (typeof type === 'function') return [Number, Boolean, BigInt, Date].some((each) => each === type);
  const { kind } = type as { readonly kind?: unknown };
  return kind === 'codec' || kind === 'oneOf' || typeof kind !== 'string';
}

function formField(binding: NamedBinding, around: ParameterContext): NamedValue {
  const { name, type, description } = binding;
  return {
    name,
    type,
    description,
    required: isRequired(binding),
    schema: () => bindingSchema(binding, around),
  };
}

/**
 * Whether names that no binding uses are allowed. They are, unless the route is closed and no object accepts other
 * names.
 */
function allowsOtherNames({ closed }: Route, bindings: readonly Binding[]): boolean {
  return closed !== true || bindings.some(acceptsOtherNames);
}

function acceptsOtherNames(binding: Binding): boolean {
  return binding.source === 'object' && binding.type.rest !== undefined;
}

/**
 * Describes the body in each media type that can represent all required values: JSON, unless form fields are bound, and
 * both types of forms.
 */
function contentOfNames(names: readonly NamedValue[], isForm: boolean, open: boolean): Content {
  const schemaFor = (form: Form, fits: (type: Type) => boolean): Content[string] | undefined => {
    if (names.some(({ type, required }) => required && !fits(type))) return undefined;
    const properties: readonly Property[] = names
      .filter(({ type }) => fits(type))
      .map((each) => propertyOf(each, form));
    return { schema: propertiesSchema(properties, open) };
  };
  const isFile = (type: Type): boolean => isFileType(type);
  const content: Record<string, Content[string] | undefined> = {
    [JSON_TYPE]: isForm ? undefined : schemaFor('json', (type) => !isFile(type)),
    [FORM_TYPE]: schemaFor('text', (type) => !isFile(type) && isTextual(type)),
    [MULTIPART]: schemaFor('text', (type) => isFile(type) || isTextual(type)),
  };
  return Object.fromEntries(
    Object.entries(content).filter((entry): entry is [string, Content[string]] => entry[1] !== undefined),
  );
}

function isFileType(type: Type): boolean {
  if (type === FileUpload || type === File) return true;
  return (
    (isKind(type, 'optional') || isKind(type, 'array') || isKind(type, 'nullable')) && isFileType(type.of)
  );
}

/** Whether one or more strings can represent a value. */
function isTextual(type: Type): boolean {
  if (type === Object || type === Array || type === Uint8Array) return false;
  if (isKind(type, 'object') || isKind(type, 'map') || isKind(type, 'self')) return false;
  if (isKind(type, 'union')) return type.of.some(isTextual);
  return isWrapper(type) ? isTextual(type.of) : true;
}
