package dev.spine.extension.api.library.script;

/** Has few hash codes. */
record Key(int value) implements Comparable<Key> {
    @Override
    public int hashCode() {
        return value % 5 << 16;
    }

    @Override
    public int compareTo(Key other) {
        return Integer.compare(value, other.value);
    }
}
