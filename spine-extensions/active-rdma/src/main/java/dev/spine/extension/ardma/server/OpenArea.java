package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.ArdmaProtocol;
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

    /** Says what it is, as a list of areas has it. */
    void tell(Buffer out, int at) {
        int kind = area instanceof PagedArea paged
            ? paged.backing() instanceof DiskPages ? ArdmaProtocol.DISK_BLOCKS : ArdmaProtocol.HOST_MEMORY : ArdmaProtocol.CARD_MEMORY;
        out.put32(at, id);
        out.put32(at + 4, kind << Byte.SIZE | (area.isWritable() ? 1 : 0));
        out.put64(at + 8, area.length());
        for (int i = 0; i < name.length; i++) {
            out.put32(at + 16 + i * Integer.BYTES, name[i]);
        }
    }

    /** {@return whether bytes of it come or leave, after {@link #close}} */
    boolean isMoving() {
        return area instanceof PagedArea paged && paged.cache().isMoving(paged);
    }

    void close() {
        if (area instanceof PagedArea host) {
            host.close();
        } else if (area instanceof BufferArea card) {
            card.memory().release();
        }
    }
}
