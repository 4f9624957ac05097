package dev.spine.extension.ardma.server;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;

/**
 * An area that clients know by its name.
 *
 * @param id by which requests name it
 * @param name words of ASCII
 * @param area all of it, with the rights that clients have
 */
record OpenArea(int id, int[] name, Area area) {
    boolean hasName(int[] other) {
        for (int i = 0; i < name.length; i++) {
            if (name[i] != other[i]) {
                return false;
            }
        }
        return true;
    }

    void close() {
        if (area instanceof HostArea host) {
            host.close();
        } else if (area instanceof BufferArea card) {
            card.memory().release();
        }
    }
}
