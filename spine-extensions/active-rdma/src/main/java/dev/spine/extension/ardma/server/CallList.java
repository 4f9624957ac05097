package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.RoutineFormat;

/** Reads the areas and arguments of a call, which are words of the message or, when it has data, their first bytes. */
final class CallList {
    private static final int COUNTS_WORD = 4;
    private static final int FIRST_WORD = 5;

    private final AreaTable areas;

    CallList(AreaTable areas) {
        this.areas = areas;
    }

    /** {@return how many bytes the list of a message has} */
    static int bytes(Message message) {
        int counts = message.word(COUNTS_WORD);
        return (counts & 0xFF) * Integer.BYTES + (counts >>> Byte.SIZE & 0xFF) * Long.BYTES;
    }

    /** Reads the list: {@return a status} */
    int read(Request request, Message message) {
        int counts = message.word(COUNTS_WORD);
        int areaCount = counts & 0xFF;
        int argumentCount = counts >>> Byte.SIZE & 0xFF;
        boolean hasData = message.kind() == Message.Kind.BULK;
        int room = hasData ? message.buffer().length() : (Message.WORDS - FIRST_WORD) * Integer.BYTES;
        if (areaCount > RoutineFormat.MAX_AREAS || argumentCount > RoutineFormat.MAX_PARAMETERS || bytes(message) > room) {
            return ArdmaProtocol.MALFORMED;
        }
        for (int i = 0; i < areaCount; i++) {
            OpenArea area = areas.numbered(word(message, hasData, i));
            if (area == null) {
                return ArdmaProtocol.NO_AREA;
            }
            request.use(area.area());
        }
        for (int i = 0; i < argumentCount; i++) {
            int at = areaCount + 2 * i;
            request.arguments[i] = (long) word(message, hasData, at) << Integer.SIZE | word(message, hasData, at + 1) & 0xFFFF_FFFFL;
        }
        request.argumentCount = argumentCount;
        return ArdmaProtocol.DONE;
    }

    private static int word(Message message, boolean hasData, int index) {
        if (!hasData) {
            return message.word(FIRST_WORD + index);
        }
        Buffer data = message.buffer();
        return data.i32(index * Integer.BYTES);
    }
}
