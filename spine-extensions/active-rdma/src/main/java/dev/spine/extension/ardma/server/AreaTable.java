package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Store;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;
import org.jspecify.annotations.Nullable;

/** The areas that are open. A number is never that of another area, so who uses one that was closed is told so. */
final class AreaTable {
    private static final int AREAS = 32;
    private static final int NAME_WORDS = ArdmaProtocol.NAME_BYTES / Integer.BYTES;

    /** Units of fuel to open an area, beside its zeros. */
    private static final int RESERVE = 50_000;

    private final ExtensionContext context;
    private final @Nullable OpenArea[] areas = new OpenArea[AREAS];
    private int opened;
    private @Nullable PageCache cache;
    private int @Nullable [] announced;
    private boolean announcedWritable;
    /** One that is closed, of which bytes are still on their way: others that have its blocks are refused. */
    private @Nullable OpenArea closing;
    private int closer;

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

    private int freePlace() {
        for (int i = 0; i < AREAS; i++) {
            if (areas[i] == null) {
                return i;
            }
        }
        return -1;
    }

    private int nextId(int place) {
        opened++;
        return opened * AREAS + place;
    }

    private void add(int id, int[] name, Area area) {
        areas[id % AREAS] = new OpenArea(id, name, area);
    }

    /** Opens an area whose pages are brought: {@return a status} */
    int open(int[] name, Backing backing, boolean writable) {
        if (named(name) != null) {
            return ArdmaProtocol.NAME_TAKEN;
        }
        PageCache pages = pages();
        int place = freePlace();
        if (pages == null || place < 0) {
            return ArdmaProtocol.BUSY;
        }
        int id = nextId(place);
        add(id, name, new PagedArea(id, backing, pages, writable));
        return ArdmaProtocol.DONE;
    }

    /** Opens an area in card memory: {@return a status} */
    int open(int[] name, long bytes, boolean writable) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE || name[0] == 0) {
            return ArdmaProtocol.MALFORMED;
        }
        if (named(name) != null) {
            return ArdmaProtocol.NAME_TAKEN;
        }
        int place = freePlace();
        // To zero eight bytes is a unit of fuel, and an activation that runs out of it ends the server for good.
        boolean isPaid = bytes / Long.BYTES < context.fuelLeft() - RESERVE;
        Buffer memory = place < 0 || !isPaid ? null : context.allocate((int) bytes);
        if (memory == null) {
            return ArdmaProtocol.BUSY;
        }
        add(nextId(place), name, new BufferArea(memory, 0, (int) bytes, writable));
        return ArdmaProtocol.DONE;
    }

    /** {@return whether an area that is open has some of these blocks} */
    boolean hasBlocks(Store disk, long first, long bytes) {
        for (OpenArea open : areas) {
            if (open != null && open.area() instanceof PagedArea area && area.backing() instanceof DiskPages blocks
                && blocks.overlaps(disk, first, bytes)) {
                return true;
            }
        }
        return false;
    }

    /** Remembers how the region that is granted next is to be opened: {@return a status} */
    int announce(Message order) {
        int[] name = name(order, 4);
        announced = null;
        if (name[0] == 0) {
            return ArdmaProtocol.MALFORMED;
        }
        if (named(name) != null) {
            return ArdmaProtocol.NAME_TAKEN;
        }
        announced = name;
        announcedWritable = order.word(1) != 0;
        return ArdmaProtocol.DONE;
    }

    /** Opens a region of the host's memory as it was announced: {@return a status} */
    int open(@Nullable HostRegion region) {
        int[] name = announced;
        announced = null;
        if (name == null || region == null || announcedWritable && !region.isWritable()) {
            return ArdmaProtocol.MALFORMED;
        }
        return open(name, new HostPages(context, region), announcedWritable);
    }

    /** {@return the name that was announced for the next region, or null} */
    int @Nullable [] announced() {
        return announced;
    }

    private @Nullable PageCache pages() {
        PageCache there = cache;
        if (there == null) {
            there = PageCache.create(context);
            cache = there;
        }
        return there;
    }

    /** {@return the pages of areas, or null when none has any} */
    @Nullable PageCache cache() {
        return cache;
    }

    /**
     * Closes an area, one at a time: no byte of it is read or written by a client any more, also by what runs.
     *
     * @param id its number
     * @param order the host's number of the order
     * @return a status; {@link ArdmaProtocol#DONE} if it is closed when {@link #isToBeClosed} says so, by {@link #hasClosed}
     */
    int close(int id, int order) {
        OpenArea area = numbered(id);
        if (area == null || closing != null) {
            return area == null ? ArdmaProtocol.NO_AREA : ArdmaProtocol.BUSY;
        }
        area.close();
        closing = area;
        closer = order;
        return ArdmaProtocol.DONE;
    }

    /** {@return the order that has closed an area last} */
    int closer() {
        return closer;
    }

    /** {@return whether nothing of the area that is being closed is on its way any more} */
    boolean isToBeClosed() {
        OpenArea area = closing;
        return area != null && !area.isMoving();
    }

    /** That area is closed, and its blocks are others'. */
    void hasClosed() {
        OpenArea area = closing;
        if (area != null) {
            areas[area.id() % AREAS] = null;
            closing = null;
        }
    }

    /** Tells a client which areas are open, a few of them at a time. */
    void list(Request request, Message message) {
        int from = message.word(ArdmaProtocol.FIRST_WORD);
        if (from < 0 || from >= AREAS || message.kind() == Message.Kind.BULK) {
            request.answer(ArdmaProtocol.MALFORMED);
            return;
        }
        Buffer out = context.allocate(ArdmaProtocol.MAX_LISTED * ArdmaProtocol.LISTED_BYTES);
        if (out == null) {
            request.answer(ArdmaProtocol.BUSY);
            return;
        }
        request.own = out;
        int count = 0;
        int place = from;
        for (; place < AREAS && count < ArdmaProtocol.MAX_LISTED; place++) {
            OpenArea open = areas[place];
            if (open != null && !open.area().isClosed()) {
                open.tell(out, count * ArdmaProtocol.LISTED_BYTES);
                count++;
            }
        }
        request.words[2] = count;
        request.words[3] = place % AREAS;
        if (count > 0) {
            request.lend(out, 0, count * ArdmaProtocol.LISTED_BYTES);
        }
    }

    @Nullable OpenArea numbered(int id) {
        OpenArea area = id < 0 ? null : areas[id % AREAS];
        return area != null && area.id() == id && area != closing ? area : null;
    }

    @Nullable OpenArea named(int[] name) {
        for (OpenArea area : areas) {
            if (area != null && area != closing && area.hasName(name)) {
                return area;
            }
        }
        return null;
    }
}
