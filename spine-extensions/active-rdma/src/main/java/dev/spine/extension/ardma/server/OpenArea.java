package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.routine.BufferArea;

/**
 * An area that clients know by its name.
 *
 * @param id by which requests name it
 * @param name words of ASCII
 * @param memory card memory
 * @param area all of it, with the rights that clients have
 */
record OpenArea(int id, int[] name, Buffer memory, BufferArea area) {
    boolean hasName(int[] other) {
        for (int i = 0; i < name.length; i++) {
            if (name[i] != other[i]) {
                return false;
            }
        }
        return true;
    }
}
