package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A hash table with open addressing. Its slots, a power of two, have 24 bytes each: 1 when the slot is taken and else 0, a key, and its
 * value. A key is in its home slot or in one of those behind it, with no free slot between; behind the last slot comes the first. A routine
 * takes each slot into its scratch memory at once. How many slots there are, a client knows as it knows the table's name. Any thread.
 */
public final class HashTable {
    /** Bytes of a slot. */
    public static final int SLOT_BYTES = 24;

    private static final int KEY = 8;
    private static final int VALUE = 16;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT = 32;

    private HashTable() {}

    /** {@return the slot in which a key is when nothing else is there} */
    static long home(long key, long slots) {
        long product = key * FACTOR;
        return (product ^ product >>> SHIFT) & slots - 1;
    }

    /**
     * {@return the value of a key}
     *
     * @param key any
     * @param otherwise the result when the key is not there
     * @param slots how many the table has
     */
    static long lookup(long key, long otherwise, long slots) {
        long slot = home(key, slots);
        for (long looked = 0; looked < slots; looked++) {
            Areas.copy(0, slot * SLOT_BYTES, Areas.SCRATCH, 0, SLOT_BYTES);
            if (Areas.load64(Areas.SCRATCH, 0) == 0) {
                return otherwise;
            }
            if (Areas.load64(Areas.SCRATCH, KEY) == key) {
                return Areas.load64(Areas.SCRATCH, VALUE);
            }
            slot = slot + 1 & slots - 1;
        }
        return otherwise;
    }

    /** {@return the routine of {@code (key, otherwise, slots)} that finds a key's value, and returns the second when it is not there} */
    public static byte[] lookupRoutine() {
        return RoutineLifter.lift(HashTable::lookup).areas(1).scratch(SLOT_BYTES).build();
    }

    /**
     * {@return how many bytes a table takes}
     *
     * @param slots how many, a power of two
     */
    public static long bytes(int slots) {
        return (long) slots * SLOT_BYTES;
    }

    /**
     * Lays a table out.
     *
     * @param area that has room for it
     * @param slots how many, a power of two, at least as many as keys
     * @param keys that differ from one another
     * @param values as many
     * @throws IllegalArgumentException when the area is too small or can only be read, or something else is not as it has to be
     */
    public static void layOut(Area area, int slots, long[] keys, long[] values) {
        if (Integer.bitCount(slots) != 1 || slots < keys.length) {
            throw new IllegalArgumentException(slots + " slots are no power of two, or too few for " + keys.length + " keys");
        }
        Layout.require(area, bytes(slots));
        Layout.require(keys, values);
        for (int i = 0; i < slots; i++) {
            area.put64((long) i * SLOT_BYTES, 0);
        }
        for (int i = 0; i < keys.length; i++) {
            put(area, slots, keys[i], values[i]);
        }
    }

    private static void put(Area area, int slots, long key, long value) {
        long slot = home(key, slots);
        long at = slot * SLOT_BYTES;
        while (area.get64(at) != 0) {
            if (area.get64(at + KEY) == key) {
                throw new IllegalArgumentException("the key " + key + " is there twice");
            }
            slot = slot + 1 & slots - 1;
            at = slot * SLOT_BYTES;
        }
        area.put64(at, 1);
        area.put64(at + KEY, key);
        area.put64(at + VALUE, value);
    }
}
