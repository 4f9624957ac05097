package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.BufferArea;

/** Reads, writes and atomic operations of clients on areas, without a routine: direct access. */
final class PlainAccess {
    private final AreaTable areas;

    PlainAccess(AreaTable areas) {
        this.areas = areas;
    }

    private static long wide(Message message, int word) {
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

    /** Does what a request wants of an area. */
    void apply(Request request, Message message) {
        OpenArea open = areas.numbered(message.word(2));
        long offset = wide(message, 3);
        boolean writes = request.kind != ArdmaProtocol.READ;
        boolean hasData = message.kind() == Message.Kind.BULK;
        if (open == null) {
            request.answer(ArdmaProtocol.NO_AREA);
            return;
        }
        if (hasData != (request.kind == ArdmaProtocol.WRITE)) {
            request.answer(ArdmaProtocol.MALFORMED);
            return;
        }
        int bytes = hasData ? message.buffer().length() : writes ? Long.BYTES : message.word(5);
        if (bytes < 1 || bytes > ArdmaProtocol.MAX_BYTES || !open.area().holds(offset, bytes)) {
            request.answer(ArdmaProtocol.OUT_OF_BOUNDS);
        } else if (writes && !open.area().isWritable()) {
            request.answer(ArdmaProtocol.READ_ONLY);
        } else {
            request.answer(ArdmaProtocol.DONE);
            apply(request, message, open.area(), offset, bytes);
        }
    }

    private static void apply(Request request, Message message, BufferArea area, long offset, int bytes) {
        Buffer memory = area.memory();
        int at = area.place(offset);
        switch (request.kind) {
            case ArdmaProtocol.READ -> request.lend(memory, at, bytes);
            case ArdmaProtocol.WRITE -> memory.copyFrom(at, message.buffer(), 0, bytes);
            default -> exchange(request, message, memory, at);
        }
    }

    private static void exchange(Request request, Message message, Buffer memory, int at) {
        long before = memory.i64(at);
        request.put(2, before);
        if (request.kind == ArdmaProtocol.FETCH_ADD) {
            memory.put64(at, before + wide(message, 5));
        } else if (before == wide(message, 5)) {
            memory.put64(at, wide(message, 7));
        }
    }
}
