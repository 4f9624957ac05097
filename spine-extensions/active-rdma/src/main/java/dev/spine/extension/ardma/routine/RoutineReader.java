package dev.spine.extension.ardma.routine;

/** Takes the binary form of a routine apart, and looks at nothing but sizes. Any thread. */
public final class RoutineReader {
    private RoutineReader() {}

    /**
     * {@return the routine that some bytes are}
     *
     * @param bytes of it and nothing else; they must not change while the routine is used
     * @throws RoutineException when they are none: bytes that no tool has made, or of another version
     */
    public static Routine read(Area bytes) throws RoutineException {
        long length = bytes.length();
        if (length < RoutineFormat.HEADER_BYTES || bytes.get32(0) != RoutineFormat.MAGIC
            || bytes.get16(RoutineFormat.VERSION_AT) != RoutineFormat.VERSION) {
            throw flaw(RoutineFlaw.NO_ROUTINE, -1);
        }
        int count = bytes.get16(RoutineFormat.METHODS_AT);
        int ints = bytes.get16(RoutineFormat.INTS_AT);
        int longs = bytes.get16(RoutineFormat.LONGS_AT);
        if (length > RoutineFormat.MAX_BYTES || count > RoutineFormat.MAX_METHODS || ints > RoutineFormat.MAX_CONSTANTS
            || longs > RoutineFormat.MAX_CONSTANTS || isOutside(bytes, RoutineFormat.DATA_BYTES_AT, RoutineFormat.MAX_DATA_BYTES)
            || isOutside(bytes, RoutineFormat.SCRATCH_BYTES_AT, RoutineFormat.MAX_SCRATCH_BYTES)
            || isOutside(bytes, RoutineFormat.AREAS_AT, RoutineFormat.MAX_AREAS)) {
            throw flaw(RoutineFlaw.LIMIT, -1);
        }
        int constantsAt = RoutineFormat.HEADER_BYTES + count * RoutineFormat.HEAD_BYTES;
        int codeAt = constantsAt + ints * Integer.BYTES + longs * Long.BYTES;
        if (count == 0 || bytes.get32(RoutineFormat.BYTES_AT) != length || codeAt > length) {
            throw flaw(RoutineFlaw.SIZES, -1);
        }
        RoutineMethod[] methods = new RoutineMethod[count];
        for (int i = 0; i < count; i++) {
            methods[i] = new RoutineMethod(bytes, i, RoutineFormat.HEADER_BYTES + i * RoutineFormat.HEAD_BYTES, codeAt);
            check(methods[i], i);
            codeAt += methods[i].codeBytes;
        }
        if (codeAt + bytes.get32(RoutineFormat.DATA_BYTES_AT) != length) {
            throw flaw(RoutineFlaw.SIZES, -1);
        }
        return new Routine(bytes, methods, constantsAt, ints, longs, codeAt);
    }

    private static boolean isOutside(Area bytes, int at, int most) {
        int value = bytes.get32(at);
        return value < 0 || value > most;
    }

    private static void check(RoutineMethod method, int index) throws RoutineException {
        if (!method.isWithinLimits()) {
            throw flaw(RoutineFlaw.LIMIT, index);
        }
        if (!method.hasFittingHead()) {
            throw flaw(RoutineFlaw.HEAD, index);
        }
    }

    private static RoutineException flaw(RoutineFlaw flaw, int method) {
        return new RoutineException(flaw, method, 0);
    }
}
