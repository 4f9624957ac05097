package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;

/** Reads, writes and atomic operations of clients on areas, without a routine: direct access. */
final class PlainAccess {
    /** So often whole pages wait for those that others use. */
    private static final int MAX_REFUSED = 64;

    private final ExtensionContext context;
    private final AreaTable areas;

    PlainAccess(ExtensionContext context, AreaTable areas) {
        this.context = context;
        this.areas = areas;
    }

    /** {@return a long that two words of a message have} */
    static long wide(Message message, int word) {
        return (long) message.word(word) << Integer.SIZE | message.word(word + 1) & 0xFFFF_FFFFL;
    }

    void lookUp(Request request, Message message) {
        OpenArea found = areas.named(AreaTable.name(message, 2));
        if (found == null) {
            request.answer(ArdmaProtocol.NO_AREA);
            return;
        }
        request.words[2] = found.id();
        request.words[3] = found.area().isWritable() ? 1 : 0;
        request.put(4, found.area().length());
        request.answer(ArdmaProtocol.DONE);
    }

    private static boolean isWrite(Request request) {
        return request.kind == ArdmaProtocol.WRITE || request.kind == ArdmaProtocol.WRITE_THROUGH;
    }

    private static boolean isRead(Request request) {
        return request.kind == ArdmaProtocol.READ || request.kind == ArdmaProtocol.READ_UNCHANGED;
    }

    /** Makes an area durable. */
    void flush(Request request, Message message) {
        OpenArea open = areas.numbered(message.word(2));
        if (open == null || open.area().isClosed()) {
            request.answer(ArdmaProtocol.NO_AREA);
        } else if (!open.area().isWritable()) {
            request.answer(ArdmaProtocol.READ_ONLY);
        } else if (open.area() instanceof PagedArea area) {
            request.use(area);
            request.accessBytes = 0;
            request.accessDone = 0;
            request.flushUpTo = area.changes();
            request.step = Request.Step.ACCESS;
        } else {
            request.answer(ArdmaProtocol.DONE);
        }
    }

    /** Does what a request wants of an area. */
    void apply(Request request, Message message) {
        OpenArea open = areas.numbered(message.word(2));
        long offset = wide(message, 3);
        boolean writes = !isRead(request);
        boolean hasData = message.kind() == Message.Kind.BULK;
        if (open == null) {
            request.answer(ArdmaProtocol.NO_AREA);
            return;
        }
        if (hasData != isWrite(request)) {
            request.answer(ArdmaProtocol.MALFORMED);
            return;
        }
        Area area = open.area();
        int bytes = hasData ? message.buffer().length() : writes ? Long.BYTES : message.word(5);
        boolean isHeld = area.holds(offset, bytes)
            && (request.kind != ArdmaProtocol.READ_UNCHANGED || area.holds(wide(message, 6), Long.BYTES));
        if (bytes < 1 || bytes > ArdmaProtocol.MAX_BYTES || !isHeld) {
            request.answer(area.isClosed() ? ArdmaProtocol.NO_AREA : ArdmaProtocol.OUT_OF_BOUNDS);
        } else if (writes && !area.isWritable()) {
            request.answer(ArdmaProtocol.READ_ONLY);
        } else if (area instanceof BufferArea card) {
            request.answer(ArdmaProtocol.DONE);
            apply(request, message, card, offset, bytes);
        } else {
            begin(request, message, area, offset, bytes);
        }
    }

    private void apply(Request request, Message message, BufferArea area, long offset, int bytes) {
        Buffer memory = area.memory();
        int at = area.place(offset);
        switch (request.kind) {
            case ArdmaProtocol.READ -> request.bring(memory, at, bytes);
            case ArdmaProtocol.READ_UNCHANGED -> {
                bringNow(request, memory, at, bytes);
                compare(request, area, wide(message, 6), wide(message, 8));
            }
            case ArdmaProtocol.WRITE, ArdmaProtocol.WRITE_THROUGH -> memory.copyFrom(at, message.buffer(), 0, bytes);
            default -> exchange(request, area, offset, wide(message, 5), wide(message, 7));
        }
    }

    /** Brings bytes as they are now: those that are lent may be changed until the answer has left. */
    private void bringNow(Request request, Buffer memory, int at, int bytes) {
        Buffer own = context.allocate(bytes);
        if (own == null) {
            request.answer(ArdmaProtocol.BUSY);
            return;
        }
        own.copyFrom(0, memory, at, bytes);
        request.own = own;
        request.bring(own, 0, bytes);
    }

    /** What was read is not what was asked for when something has changed. */
    private static void compare(Request request, Area area, long offset, long expected) {
        if (area.get64(offset) != expected) {
            request.lend(null, 0, 0);
            request.answer(ArdmaProtocol.CHANGED);
        }
    }

    private static void exchange(Request request, Area area, long offset, long first, long second) {
        long before = area.get64(offset);
        request.put(2, before);
        if (request.kind == ArdmaProtocol.FETCH_ADD) {
            area.put64(offset, before + first);
        } else if (before == first) {
            area.put64(offset, second);
        }
    }

    // --- bytes that have to be brought

    private void begin(Request request, Message message, Area area, long offset, int bytes) {
        boolean isRead = isRead(request);
        boolean movesBytes = isRead || isWrite(request);
        Buffer whole = movesBytes && WholePages.fits(offset, bytes) ? context.allocateForDevices(bytes) : null;
        if (whole != null && !isRead) {
            whole.copyFrom(0, message.buffer(), 0, bytes);
        }
        Buffer own = whole != null ? whole : isRead ? context.allocate(bytes) : movesBytes ? message.buffer().keep() : null;
        if (own == null && movesBytes) {
            request.answer(ArdmaProtocol.BUSY);
            return;
        }
        request.use(area);
        request.isWhole = whole != null;
        request.refused = 0;
        request.own = own;
        request.accessOffset = offset;
        request.accessBytes = bytes;
        request.accessDone = 0;
        int first = isRead ? 6 : 5;
        request.arguments[0] = wide(message, first);
        request.arguments[1] = wide(message, first + 2);
        request.step = Request.Step.ACCESS;
    }

    /** Goes on with bytes that have to be brought, and then perhaps flushed: {@return whether something was done} */
    static boolean goOn(Request request) {
        Area area = request.areas[0];
        if (!(area instanceof PagedArea host) || host.isClosed()) {
            request.answer(ArdmaProtocol.NO_AREA);
            return true;
        }
        if (request.accessDone == request.accessBytes) {
            return request.kind == ArdmaProtocol.READ_UNCHANGED ? goOnComparing(request, host) : goOnFlushing(request, host);
        }
        if (request.isWhole && request.own != null) {
            return goOnWhole(request, host, request.own);
        }
        long at = request.accessOffset + request.accessDone;
        int left = request.accessBytes - request.accessDone;
        int here = isWrite(request) ? host.hereToWrite(at, left) : host.here(at, left);
        if (here == 0) {
            return false;
        }
        if (here < 0) {
            request.answer(ArdmaProtocol.DEVICE);
            return true;
        }
        request.accessDone += move(request, host, at, here);
        if (request.accessDone == request.accessBytes) {
            hasMoved(request, host);
        }
        return true;
    }

    /** All bytes are where they were wanted; what may be left is a flush, or a comparison. */
    private static void hasMoved(Request request, PagedArea area) {
        request.flushUpTo = area.changes();
        if (request.kind != ArdmaProtocol.WRITE_THROUGH && request.kind != ArdmaProtocol.READ_UNCHANGED) {
            end(request);
        }
    }

    private static boolean goOnComparing(Request request, PagedArea area) {
        int here = area.here(request.arguments[0], Long.BYTES);
        if (here < 0) {
            request.answer(ArdmaProtocol.DEVICE);
        } else if (here > 0) {
            end(request);
            compare(request, area, request.arguments[0], request.arguments[1]);
        }
        return here != 0;
    }

    private static boolean goOnWhole(Request request, PagedArea area, Buffer own) {
        WholePages whole = area.cache().whole();
        if (request.transfer == WholePages.NONE) {
            request.transfer = whole.begin(area, isWrite(request), request.accessOffset, own, request.accessBytes);
            if (request.transfer == WholePages.NONE && !area.backing().isThere()) {
                request.answer(ArdmaProtocol.DEVICE);
                return true;
            }
            // Others may change its pages again and again: page by page it is done all the same.
            request.isWhole = request.transfer != WholePages.NONE || ++request.refused < MAX_REFUSED;
            return false;
        }
        WholePages.State state = whole.take(request.transfer);
        if (state == WholePages.State.MOVING) {
            return false;
        }
        request.transfer = WholePages.NONE;
        if (state == WholePages.State.FAILED) {
            request.answer(ArdmaProtocol.DEVICE);
            return true;
        }
        request.accessDone = request.accessBytes;
        hasMoved(request, area);
        return true;
    }

    private static boolean goOnFlushing(Request request, PagedArea area) {
        int flushed = area.flushed(request.flushUpTo);
        if (flushed != 0) {
            request.answer(flushed > 0 ? ArdmaProtocol.DONE : ArdmaProtocol.DEVICE);
        }
        if (flushed > 0) {
            request.takeBack();
        }
        return flushed != 0;
    }

    /** Moves bytes of one page, or exchanges eight: {@return how many it has moved} */
    private static int move(Request request, PagedArea host, long at, int here) {
        Buffer own = request.own;
        if (own == null) {
            exchange(request, host, at, request.arguments[0], request.arguments[1]);
            return here;
        }
        int place = host.placeInPage(at);
        int count = Math.min(here, PageCache.PAGE - place % PageCache.PAGE);
        if (isRead(request)) {
            own.copyFrom(request.accessDone, host.memory(), place, count);
        } else {
            host.memory().copyFrom(place, own, request.accessDone, count);
            host.change(place);
        }
        return count;
    }

    private static void end(Request request) {
        Buffer own = request.own;
        request.answer(ArdmaProtocol.DONE);
        if (isRead(request) && own != null) {
            request.bring(own, 0, own.length());
        } else if (!request.isWhole) {
            request.takeBack();
        }
    }
}
