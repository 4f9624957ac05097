package dev.spine.extension.ardma.server;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;

/** An area that clients know by its name. */
final class OpenArea {
    private final int id;
    private final int[] name;
    private final Area area;

    /**
     * An area that is open.
     *
     * @param id by which requests name it
     * @param name words of ASCII
     * @param area all of it, with the rights that clients have
     */
    OpenArea(int id, int[] name, Area area) {
        this.id = id;
        this.name = name;
        this.area = area;
    }

    int id() {
        return id;
    }

    Area area() {
        return area;
    }

    boolean hasName(int[] other) {
        for (int i = 0; i < name.length; i++) {
            if (name[i] != other[i]) {
                return false;
            }
        }
        return true;
    }

    void close() {
        if (area instanceof PagedArea host) {
            host.close();
        } else if (area instanceof BufferArea card) {
            card.memory().release();
        }
    }
}
