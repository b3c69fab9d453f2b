/* SPDX-License-Identifier: MIT
 * The flock's memory: the caller's allocator, growing arrays, and the map from body to member. */
#include <stdlib.h>
#include <string.h>

#include "cpFlockInternal.h"

void *flkResize(flkMemory *memory, void *block, size_t oldSize, size_t newSize) {
	void *result;
	if(memory->realloc) {
		result = memory->realloc(block, newSize, memory->data);
	} else if(newSize == 0) {
		free(block);
		result = NULL;
	} else {
		result = realloc(block, newSize);
	}
	if(result || newSize == 0) memory->bytes += newSize - oldSize;
	return result;
}

cpBool flkReserve(flkMemory *memory, void **block, int *capacity, int count, size_t size) {
	if(count <= *capacity) return cpTrue;
	if((size_t)count > SIZE_MAX / size / 2) return cpFalse;
	int wanted = count + count / 2 < 16 ? 16 : count + count / 2;
	void *grown = flkResize(memory, *block, (size_t)*capacity * size, (size_t)wanted * size);
	if(!grown) return cpFalse;
	*block = grown;
	*capacity = wanted;
	return cpTrue;
}

/* Open addressing with linear probing. A removed entry leaves a tombstone: a key that no body can have. */
static const cpBody *flkTombstone(void) {
	return (const cpBody *)(uintptr_t)1;
}

static unsigned flkSlot(const flkMap *map, const cpBody *key) {
	return (unsigned)(flkMix((uint64_t)(uintptr_t)key) & (uint64_t)(map->capacity - 1));
}

int flkMapFind(const flkMap *map, const cpBody *key) {
	if(map->live == 0 || !key) return -1;
	unsigned mask = (unsigned)map->capacity - 1;
	for(unsigned slot = flkSlot(map, key);; slot = (slot + 1) & mask) {
		if(map->keys[slot] == key) return map->values[slot];
		if(!map->keys[slot]) return -1;
	}
}

void flkMapSet(flkMap *map, const cpBody *key, int32_t value) {
	unsigned mask = (unsigned)map->capacity - 1;
	unsigned slot = flkSlot(map, key);
	while(map->keys[slot] && map->keys[slot] != key) slot = (slot + 1) & mask;
	if(!map->keys[slot]) {
		map->keys[slot] = key;
		map->used++;
		map->live++;
	}
	map->values[slot] = value;
}

void flkMapRemove(flkMap *map, const cpBody *key) {
	unsigned mask = (unsigned)map->capacity - 1;
	for(unsigned slot = flkSlot(map, key); map->keys[slot]; slot = (slot + 1) & mask) {
		if(map->keys[slot] == key) {
			map->keys[slot] = flkTombstone();
			map->live--;
			return;
		}
	}
}

void flkMapFree(flkMemory *memory, flkMap *map) {
	size_t count = (size_t)map->capacity;
	if(map->keys) flkResize(memory, map->keys, count * sizeof(*map->keys), 0);
	if(map->values) flkResize(memory, map->values, count * sizeof(*map->values), 0);
	memset(map, 0, sizeof(*map));
}

cpBool flkMapReserve(flkMemory *memory, flkMap *map, int live) {
	/* At most two thirds full, tombstones included, so that every probe ends at an empty slot. */
	if(map->capacity > 0 && map->used < map->capacity / 3 * 2 && live <= map->capacity / 2) return cpTrue;
	if(live > INT32_MAX / 4) return cpFalse;
	flkMap bigger = {0};
	bigger.capacity = 64;
	while(bigger.capacity < live * 2) bigger.capacity *= 2;
	size_t count = (size_t)bigger.capacity;
	bigger.keys = flkResize(memory, NULL, 0, count * sizeof(*bigger.keys));
	bigger.values = flkResize(memory, NULL, 0, count * sizeof(*bigger.values));
	if(!bigger.keys || !bigger.values) {
		if(bigger.keys) flkResize(memory, bigger.keys, count * sizeof(*bigger.keys), 0);
		if(bigger.values) flkResize(memory, bigger.values, count * sizeof(*bigger.values), 0);
		return cpFalse;
	}
	for(size_t i = 0; i < count; i++) bigger.keys[i] = NULL;
	for(int i = 0; i < map->capacity; i++) {
		const cpBody *key = map->keys[i];
		if(key && key != flkTombstone()) flkMapSet(&bigger, key, map->values[i]);
	}
	flkMapFree(memory, map);
	*map = bigger;
	return cpTrue;
}
