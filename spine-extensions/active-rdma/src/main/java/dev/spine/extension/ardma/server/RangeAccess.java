package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.RoutineFormat;

/**
 * Reads and writes of several ranges in one trip. All are checked before the first one is begun; then they are done in their order, and
 * others may come between.
 */
final class RangeAccess {
    private static final int RANGE = ArdmaProtocol.RANGE_BYTES;
    private static final int BYTES_AT = 4;
    private static final int OFFSET_AT = 8;
    private static final int AT_ONCE = 8_192;

    private final ExtensionContext context;
    private final AreaTable areas;

    RangeAccess(ExtensionContext context, AreaTable areas) {
        this.context = context;
        this.areas = areas;
    }

    void begin(Request request, Message message) {
        boolean writes = request.kind == ArdmaProtocol.WRITE_RANGES;
        int count = message.word(2);
        boolean hasList = message.kind() == Message.Kind.BULK && count >= 1 && count <= ArdmaProtocol.MAX_RANGES
            && count * RANGE <= message.buffer().length();
        if (!hasList) {
            request.answer(ArdmaProtocol.MALFORMED);
            return;
        }
        Buffer list = message.buffer();
        int total = 0;
        for (int i = 0; i < count; i++) {
            int bytes = list.i32(i * RANGE + BYTES_AT);
            int status = check(request, list, i * RANGE, bytes, writes);
            if (status == ArdmaProtocol.DONE && bytes > ArdmaProtocol.MAX_BYTES - total) {
                status = ArdmaProtocol.OUT_OF_BOUNDS;
            }
            if (status != ArdmaProtocol.DONE) {
                request.answer(status);
                return;
            }
            total += bytes;
        }
        if (count * RANGE + (writes ? total : 0) != list.length()) {
            request.answer(ArdmaProtocol.MALFORMED);
            return;
        }
        Buffer out = writes ? null : context.allocate(total);
        request.out = out;
        request.own = list.keep();
        if (request.own == null || !writes && out == null) {
            request.answer(ArdmaProtocol.BUSY);
            return;
        }
        request.accessBytes = count;
        request.accessDone = 0;
        request.accessOffset = 0;
        request.accessPlace = writes ? count * RANGE : 0;
        request.step = Request.Step.RANGES;
    }

    /** Looks whether a range can be read or written, and has the request use its area. */
    private int check(Request request, Buffer list, int at, int bytes, boolean writes) {
        OpenArea open = areas.numbered(list.i32(at));
        if (open == null || open.area().isClosed()) {
            return ArdmaProtocol.NO_AREA;
        }
        Area area = open.area();
        if (bytes < 1 || !area.holds(list.i64(at + OFFSET_AT), bytes)) {
            return ArdmaProtocol.OUT_OF_BOUNDS;
        }
        if (writes && !area.isWritable()) {
            return ArdmaProtocol.READ_ONLY;
        }
        for (int i = 0; i < request.areaCount; i++) {
            if (request.areas[i] == area) {
                return ArdmaProtocol.DONE;
            }
        }
        if (request.areaCount == RoutineFormat.MAX_AREAS) {
            return ArdmaProtocol.MALFORMED;
        }
        request.use(area);
        return ArdmaProtocol.DONE;
    }

    /** Goes on with the range whose turn it is: {@return whether some bytes were there} */
    boolean goOn(Request request) {
        Buffer list = request.own;
        OpenArea open = list == null ? null : areas.numbered(list.i32(request.accessDone * RANGE));
        if (list == null || open == null || open.area().isClosed()) {
            request.answer(ArdmaProtocol.NO_AREA);
            return true;
        }
        Area area = open.area();
        int entry = request.accessDone * RANGE;
        int left = list.i32(entry + BYTES_AT) - (int) request.accessOffset;
        long at = list.i64(entry + OFFSET_AT) + request.accessOffset;
        int most = Math.min(left, AT_ONCE);
        int here = request.out == null && area instanceof PagedArea paged ? paged.hereToWrite(at, most) : area.here(at, most);
        if (here == 0) {
            return false;
        }
        if (here < 0) {
            request.answer(ArdmaProtocol.DEVICE);
            return true;
        }
        int count = move(request, area, list, at, here);
        request.accessPlace += count;
        request.accessOffset += count;
        if (count == left) {
            request.accessOffset = 0;
            request.accessDone++;
        }
        if (request.accessDone == request.accessBytes) {
            end(request);
        }
        return true;
    }

    /** Moves bytes that are in a row: {@return how many} */
    private static int move(Request request, Area area, Buffer list, long at, int here) {
        Buffer memory = area.memory();
        if (memory == null) {
            throw new IllegalStateException("an area of a server is in a buffer");
        }
        int place = area instanceof PagedArea paged ? paged.placeInPage(at) : area.place(at);
        // Few bytes may be on both sides of a border.
        int count = area instanceof PagedArea ? Math.min(here, PageCache.PAGE - place % PageCache.PAGE) : here;
        Buffer out = request.out;
        if (out != null) {
            out.copyFrom(request.accessPlace, memory, place, count);
        } else {
            memory.copyFrom(place, list, request.accessPlace, count);
            area.change(place);
        }
        return count;
    }

    private static void end(Request request) {
        Buffer out = request.out;
        request.answer(ArdmaProtocol.DONE);
        if (out != null) {
            request.lend(out, 0, out.length());
        } else {
            request.takeBack();
        }
    }
}
