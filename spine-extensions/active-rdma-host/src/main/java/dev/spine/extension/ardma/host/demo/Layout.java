package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.routine.Area;

/** What all structures have in common when they are laid out from Java. */
final class Layout {
    private Layout() {}

    /** A structure fits into the area. */
    static void require(Area area, long bytes) {
        if (!area.isWritable()) {
            throw new IllegalArgumentException("the area can only be read: open it with the right to write");
        }
        if (area.length() < bytes) {
            throw new IllegalArgumentException("the structure takes " + bytes + " bytes and the area has " + area.length());
        }
    }

    /** There are as many values as keys. */
    static void require(long[] keys, long[] values) {
        if (keys.length != values.length) {
            throw new IllegalArgumentException("there are " + keys.length + " keys and " + values.length + " values");
        }
    }

    /** Each key is larger than the one before. */
    static void requireSorted(long[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i - 1] >= keys[i]) {
                throw new IllegalArgumentException("key " + i + ", " + keys[i] + ", is not larger than the one before, " + keys[i - 1]);
            }
        }
    }
}
