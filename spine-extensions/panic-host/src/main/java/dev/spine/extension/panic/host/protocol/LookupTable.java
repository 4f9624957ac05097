package dev.spine.extension.panic.host.protocol;

/** Entries of a directory at one node, as {@code lookup.pdl} has them: at the key's remainder, or at the next free place. One thread. */
public final class LookupTable {
    /** Places of a table. */
    public static final int PLACES = 256;

    private final int[] keys = new int[PLACES];
    private final int[] values = new int[PLACES];
    private int count;

    /** Without entries. */
    public LookupTable() {}

    /**
     * Adds an entry, or gives it another value.
     *
     * @param key not 0
     * @param value any
     */
    public void put(int key, int value) {
        if (key == 0) {
            throw new IllegalArgumentException("a key is not 0");
        }
        int at = find(key);
        if (at < 0) {
            throw new IllegalStateException("a node has at most " + PLACES + " entries: put the entry at another node");
        }
        if (keys[at] == 0) {
            count++;
        }
        keys[at] = key;
        values[at] = value;
    }

    /** {@return the place of a key, or the free one where it would be; negative when there is neither} */
    private int find(int key) {
        int at = Math.floorMod(key, PLACES);
        for (int i = 0; i < PLACES; i++) {
            if (keys[at] == key || keys[at] == 0) {
                return at;
            }
            at = (at + 1) % PLACES;
        }
        return -1;
    }

    /** {@return whether the node has an entry} */
    boolean has(int key) {
        int at = key == 0 ? -1 : find(key);
        return at >= 0 && keys[at] == key;
    }

    /** {@return the value of an entry that it has} */
    int value(int key) {
        return values[find(key)];
    }

    int key(int place) {
        return keys[place];
    }

    int valueAt(int place) {
        return values[place];
    }

    /** {@return how many entries there are} */
    public int count() {
        return count;
    }
}
