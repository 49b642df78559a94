import { describeRestored } from '../testing/describe-restored.ts';
import { sqliteDatabase } from '../testing/databases.ts';

describeRestored('SQLite', () => sqliteDatabase());
