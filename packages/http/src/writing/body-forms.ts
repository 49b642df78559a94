import { encoderOf } from '../protocol/charset.ts';
import { JSON_TYPE, TEXT_TYPE } from './encodings.ts';
import { isJsonType, isRange } from './offers.ts';
import { isPlainObject } from './result-forms.ts';
import type { WriterPlan } from './writer-plan.ts';

/** How a result becomes the body of a response. */
export interface BodyForm {
  readonly contentType: string;
  /** Whether the result is serialized as JSON. If not, it is a string, which is sent unchanged. */
  readonly isJson: boolean;
}

/** The forms of the results that built-in writers write as a whole, without a request. */
export interface BodyForms {
  /** The media type that the route declares; undefined if the type depends on the result. */
  readonly declared: string | undefined;
  readonly ofText: BodyForm;
  /** The form of numbers, booleans, null, arrays and plain objects; undefined if the writer needs the request. */
  readonly ofData: BodyForm | undefined;
}

/**
 * Compiles the forms of a route's results. Returns undefined if another writer may apply, or if the route declares
 * several types, a range or a charset other than UTF-8.
 */
export function compileBodyForms({ own, registered, offers }: WriterPlan): BodyForms | undefined {
  const { typed, byMedia, general } = registered;
  if (own !== undefined || typed.length > 0 || byMedia.flat().length > 0 || general !== undefined)
    return undefined;
  if (offers === undefined) return UNDECLARED;
  const [declared, ...others] = offers;
  if (declared === undefined || others.length > 0 || isRange(declared) || encoderOf(declared) !== undefined)
    return undefined;
  const isJson = isJsonType(declared);
  const form = { contentType: declared, isJson };
  return { declared, ofText: form, ofData: isJson ? form : undefined };
}

const UNDECLARED: BodyForms = {
  declared: undefined,
  ofText: { contentType: TEXT_TYPE, isJson: false },
  ofData: { contentType: JSON_TYPE, isJson: true },
};

/** Returns the form of a result; undefined for results that need a request. */
export function formOf(forms: BodyForms, result: unknown): BodyForm | undefined {
  switch (typeof result) {
    case 'string':
      return forms.ofText;
    case 'object':
      return result === null || isPlainObject(result) ? forms.ofData : undefined;
    case 'number':
    case 'boolean':
      return forms.ofData;
    default:
      return undefined;
  }
}
