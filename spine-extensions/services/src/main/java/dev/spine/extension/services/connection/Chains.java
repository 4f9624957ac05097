package dev.spine.extension.services.connection;

import dev.spine.extension.api.Buffer;

/**
 * Finds records by a hash: lists of records, each by its first one in a table in the card's memory, the others by a field of the
 * records. The hash has a secret, so that nobody outside can choose what falls into one list. Links are numbers plus 1, so that zeroed
 * memory is empty.
 */
public final class Chains {
    private final Records records;
    private final int nextField;
    private final Buffer memory;
    private final int base;
    private final int mask;
    private final int secret;

    /**
     * Over memory that is all zero.
     *
     * @param records what is found
     * @param nextField the field of the records that is theirs
     * @param memory of the card
     * @param base where the table begins
     * @param lists how many, a power of two
     * @param secret any
     */
    public Chains(Records records, int nextField, Buffer memory, int base, int lists, int secret) {
        this.records = records;
        this.nextField = nextField;
        this.memory = memory;
        this.base = base;
        this.mask = lists - 1;
        this.secret = secret;
    }

    /**
     * {@return the list of a key}
     *
     * @param first 32 bits of it
     * @param second 32 bits of it
     */
    public int list(int first, int second) {
        int hash = (first ^ secret) * 0x9E37_79B1;
        hash ^= hash >>> 15;
        hash = (hash + (second ^ Integer.rotateLeft(secret, 13))) * 0x85EB_CA6B;
        hash ^= hash >>> 13;
        hash *= 0xC2B2_AE35;
        return (hash ^ hash >>> 16) & mask;
    }

    /**
     * {@return the first record of a list, or {@link Records#NONE}}
     *
     * @param list of {@link #list}
     */
    public int first(int list) {
        return memory.i32(base + list * 4) - 1;
    }

    /**
     * {@return the record behind one, or {@link Records#NONE}}
     *
     * @param record in a list
     */
    public int next(int record) {
        return records.get(record, nextField) - 1;
    }

    /**
     * Adds a record that is in none.
     *
     * @param list of {@link #list}
     * @param record which
     */
    public void add(int list, int record) {
        records.set(record, nextField, memory.i32(base + list * 4));
        memory.put32(base + list * 4, record + 1);
    }

    /**
     * Takes a record out.
     *
     * @param list in which it is
     * @param record which
     */
    public void remove(int list, int record) {
        int behind = records.get(record, nextField);
        int before = Records.NONE;
        int at = first(list);
        while (at != record && at != Records.NONE) {
            before = at;
            at = next(at);
        }
        if (before == Records.NONE) {
            memory.put32(base + list * 4, behind);
        } else {
            records.set(before, nextField, behind);
        }
    }
}
