import { sqliteDatabase } from '../../testing/databases.ts';
import { describeNodes } from '../../testing/describe-nodes.ts';

describeNodes('SQLite', () => sqliteDatabase());
