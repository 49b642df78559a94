/** @module Stores in Redis and Valkey. */
export { redisStores, type RedisClient, type RedisStores, type RedisStoresOptions } from './redis-stores.ts';
