import { BodyParam, Context, Path, POST } from '@writ/annotations';
import { isPartuuid } from '@writ/convert';
import { array, HttpError, object, optional } from '@writ/http';
import type { ConversionInput, ConvertedConfiguration } from '../work/convert-task.ts';
import type { Planner } from '../work/planner.ts';
import { Requires } from '../security/requires.ts';

/** A converted configuration, or the reasons why there is none. */
export type ConversionAnswer = ConvertedConfiguration;

/** Converts archinstall configurations. */
@Requires('view')
@Path('/api/convert')
export class Conversions {
  readonly #planner: Planner;

  constructor(planner: Planner) {
    this.#planner = planner;
  }

  /**
   * Converts archinstall's files to one configuration. The result contains the secrets of the files; nothing is stored.
   */
  @POST(
    '/',
    BodyParam(
      object({
        configuration: String,
        credentials: optional(String),
        acceptLoss: optional(array(String)),
        partuuids: optional(array(object({ key: String, partuuid: String }))),
      }),
    ),
    Context(AbortSignal),
  )
  convert(asked: ConversionInput, signal: AbortSignal): Promise<ConversionAnswer> {
    checkPartuuids(asked.partuuids ?? []);
    return this.#planner.convert(asked, signal);
  }
}

function checkPartuuids(named: NonNullable<ConversionInput['partuuids']>): void {
  if (named.some(({ partuuid }) => !isPartuuid(partuuid)))
    throw new HttpError(
      'invalid-values',
      'partuuids must contain PARTUUIDs such as lsblk -o NAME,PARTUUID prints',
    );
  for (const member of ['key', 'partuuid'] as const) {
    const values = named.map((one) => one[member].toLowerCase());
    if (new Set(values).size < values.length)
      throw new HttpError('invalid-values', `partuuids must contain each ${member} only once`);
  }
}
