import { sqliteDatabase } from '../testing/databases.ts';
import { describePeople } from '../testing/describe-people.ts';

describePeople('SQLite', () => sqliteDatabase());
