package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.BufferArea;
import org.jspecify.annotations.Nullable;

/** The areas that are open. A number is never that of another area, so who uses one that was closed is told so. */
final class AreaTable {
    private static final int AREAS = 32;
    private static final int NAME_WORDS = ArdmaProtocol.NAME_BYTES / Integer.BYTES;

    private final ExtensionContext context;
    private final @Nullable OpenArea[] areas = new OpenArea[AREAS];
    private int opened;

    AreaTable(ExtensionContext context) {
        this.context = context;
    }

    static int[] name(Message message, int firstWord) {
        int[] name = new int[NAME_WORDS];
        for (int i = 0; i < NAME_WORDS; i++) {
            name[i] = message.word(firstWord + i);
        }
        return name;
    }

    /** Opens an area in card memory: {@return a status}. */
    int open(Message order) {
        long bytes = (long) order.word(2) << Integer.SIZE | order.word(3) & 0xFFFF_FFFFL;
        int[] name = name(order, 4);
        int free = -1;
        for (int i = AREAS - 1; i >= 0; i--) {
            OpenArea other = areas[i];
            if (other == null) {
                free = i;
            } else if (other.hasName(name)) {
                return ArdmaProtocol.NAME_TAKEN;
            }
        }
        if (bytes < 1 || bytes > Integer.MAX_VALUE || name[0] == 0) {
            return ArdmaProtocol.MALFORMED;
        }
        Buffer memory = free < 0 ? null : context.allocate((int) bytes);
        if (memory == null) {
            return ArdmaProtocol.BUSY;
        }
        opened++;
        areas[free] = new OpenArea(opened * AREAS + free, name, memory, new BufferArea(memory, 0, (int) bytes, order.word(1) != 0));
        return ArdmaProtocol.DONE;
    }

    /** Closes an area: no byte of it is read or written any more, also by what runs. */
    int close(int id) {
        OpenArea area = numbered(id);
        if (area == null) {
            return ArdmaProtocol.NO_AREA;
        }
        areas[id % AREAS] = null;
        area.memory().release();
        return ArdmaProtocol.DONE;
    }

    @Nullable OpenArea numbered(int id) {
        OpenArea area = id < 0 ? null : areas[id % AREAS];
        return area != null && area.id() == id ? area : null;
    }

    @Nullable OpenArea named(int[] name) {
        for (OpenArea area : areas) {
            if (area != null && area.hasName(name)) {
                return area;
            }
        }
        return null;
    }
}
