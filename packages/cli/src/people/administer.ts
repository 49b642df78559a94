import { defined } from '@writ/diagnostics/internal';
import {
  openAdministration,
  PeopleError,
  StoreUnusable,
  type AdministrationAction,
  type AdministrationRequest,
  type AdministrationResult,
} from '@writ/service';
import { UsageError } from '../command-line/usage-error.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { requestAdministration } from '../service/administration-socket.ts';
import { readDatabaseUrl, readStateFolder, type Environment } from '../service/settings.ts';
import { describeOperator } from '../process/operator.ts';

/**
 * Sends a request to the service that uses the state folder or, if none is running, opens its database.
 *
 * @throws {PeopleError} when the request is refused
 * @throws {UsageError} when the address of the database cannot be used
 * @throws {StoreUnusable} when the database cannot be used
 */
export async function administer<A extends AdministrationAction>(
  action: A,
  values: AdministrationRequest<A>['values'],
  environment: Environment = process.env,
): Promise<AdministrationResult<A>> {
  const state = readStateFolder(environment);
  const request = { action, values, by: describeOperator() } as AdministrationRequest<A>;
  const answer = await requestAdministration(state, request as AdministrationRequest);
  if (answer !== undefined) return (answer.result ?? undefined) as AdministrationResult<A>;
  const problems: string[] = [];
  const databaseUrl = readDatabaseUrl(environment, problems);
  if (problems[0] !== undefined) throw new UsageError(problems[0]);
  const administration = await openAdministration({
    state,
    mayCreate: action === 'add user',
    ...defined({ databaseUrl }),
  });
  const { created } = administration;
  if (created !== undefined)
    printMessage(
      `created ${created}, because there were no records; a service with another WRIT_STATE does not use this file`,
    );
  try {
    return await administration.administer(request);
  } finally {
    await administration.close();
  }
}

/** Runs a command; prints the reason if it is refused or the database cannot be used. */
export async function reportRefusal(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PeopleError) {
      printMessage(error.message);
      return error.code === 'invalid' ? exitStatus.usage : exitStatus.refused;
    }
    if (!(error instanceof StoreUnusable)) throw error;
    printMessage(error.message);
    return exitStatus.usage;
  }
}
