import { sqliteDatabase } from '../testing/databases.ts';
import { describeQueue } from '../testing/describe-queue.ts';

describeQueue('SQLite', () => sqliteDatabase());
