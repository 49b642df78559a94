import { BodyParam, Context, Path, POST } from '@writ/annotations';
import { array, object, optional } from '@writ/http';
import type { ConversionInput, ConvertedConfiguration } from '../work/convert-task.ts';
import type { Planner } from '../work/planner.ts';

/** A converted configuration, or the reasons why there is none. */
export type ConversionAnswer = ConvertedConfiguration;

/** Converts archinstall configurations. */
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
      }),
    ),
    Context(AbortSignal),
  )
  convert(asked: ConversionInput, signal: AbortSignal): Promise<ConversionAnswer> {
    return this.#planner.convert(asked, signal);
  }
}
