package dev.spine.extension.services.connection;

import dev.spine.extension.api.Buffer;

/**
 * Records of one size in a piece of the card's memory, each with a number from 0 on. Fields are 32-bit words. Taking and freeing take the
 * same few steps however full it is. Belongs to the card's agent thread.
 */
public final class Records {
    /** No record. */
    public static final int NONE = -1;

    private final Buffer memory;
    private final int base;
    private final int recordBytes;
    private final int count;
    private int fresh;
    private int firstFree = NONE;
    private int used;

    /**
     * Over memory that is all zero.
     *
     * @param memory of the card
     * @param base where the first record begins
     * @param words of a record, at least 1
     * @param count how many records
     */
    public Records(Buffer memory, int base, int words, int count) {
        this.memory = memory;
        this.base = base;
        this.recordBytes = words * 4;
        this.count = count;
    }

    /** {@return a record whose fields are all 0, or {@link #NONE} when all are taken} */
    public int take() {
        int taken = firstFree;
        if (taken != NONE) {
            firstFree = get(taken, 0);
        } else if (fresh < count) {
            taken = fresh++;
        } else {
            return NONE;
        }
        used++;
        for (int field = 0; field < recordBytes >> 2; field++) {
            set(taken, field, 0);
        }
        return taken;
    }

    /**
     * Frees a record that is taken.
     *
     * @param record its number
     */
    public void free(int record) {
        set(record, 0, firstFree);
        firstFree = record;
        used--;
    }

    /**
     * {@return a field}
     *
     * @param record of which record
     * @param field its number, from 0
     */
    public int get(int record, int field) {
        return memory.i32(base + record * recordBytes + field * 4);
    }

    /**
     * Writes a field.
     *
     * @param record of which record
     * @param field its number, from 0
     * @param value any
     */
    public void set(int record, int field, int value) {
        memory.put32(base + record * recordBytes + field * 4, value);
    }

    /** {@return how many are taken} */
    public int used() {
        return used;
    }

    /** {@return how many there are} */
    public int count() {
        return count;
    }
}
