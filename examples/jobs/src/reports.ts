import {
  BodyParam,
  GET,
  HttpError,
  object,
  Path,
  PathParam,
  POST,
  RestResponse,
  uuid,
} from '@writ/annotations';
import type { ReportQueue, ReportStatus, ReportTask } from './report-queue.ts';

@Path('/reports')
export class Reports {
  readonly #queue: ReportQueue;

  constructor(queue: ReportQueue) {
    this.#queue = queue;
  }

  /** Accepts the task, which a job performs later. */
  @POST('/', BodyParam(object({ text: String })))
  async add(task: ReportTask): Promise<RestResponse<{ id: string }, 202>> {
    const id = await this.#queue.add(task);
    return RestResponse.status(202, { id }).header('location', `/reports/${id}`);
  }

  @GET('/{id}', PathParam('id', uuid))
  async find(id: string): Promise<ReportStatus> {
    const status = await this.#queue.find(id);
    if (status === undefined) throw new HttpError(404, `no report has the id ${id}`);
    return status;
  }
}
