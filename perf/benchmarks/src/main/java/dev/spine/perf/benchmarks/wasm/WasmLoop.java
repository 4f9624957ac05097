package dev.spine.perf.benchmarks.wasm;

import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/** Calls one handler again and again; loaded once for each {@link WasmSubject}. One thread at a time. */
public final class WasmLoop implements LongUnaryOperator {
    private final WasmInstance instance = new WasmInstance();
    private final LongUnaryOperator handler;

    /**
     * A loop.
     *
     * @param handler name of a {@link WasmSubject.Handler}
     * @param packets as {@link WasmSubject#loop} says
     * @param ints as {@link WasmSubject#loop} says
     */
    public WasmLoop(String handler, MemorySegment packets, int ints) {
        for (int i = 0; i < WasmHandlers.PACKETS; i++) {
            instance.copyPacket(packets, offset(i), WasmHandlers.PACKET + offset(i));
        }
        for (int i = 0; i < ints; i++) {
            instance.word(WasmHandlers.FROM + 4 * i, i * 31);
        }
        this.handler = switch (WasmSubject.Handler.valueOf(handler)) {
            case EMPTY -> seed -> instance.empty((int) seed);
            case FORWARD_IN_PLACE -> seed -> {
                instance.forward(WasmHandlers.PACKET + offset(seed));
                return seed;
            };
            case FORWARD_COPIED_HEADER -> seed -> {
                instance.copyHeader(packets, offset(seed), WasmHandlers.PACKET);
                instance.forward(WasmHandlers.PACKET);
                return seed;
            };
            case FORWARD_COPIED_PACKET -> seed -> {
                instance.copyPacket(packets, offset(seed), WasmHandlers.PACKET);
                instance.forward(WasmHandlers.PACKET);
                return seed;
            };
            case ADD -> seed -> instance.add(ints, (int) seed);
        };
    }

    private static int offset(long index) {
        return ((int) index & WasmHandlers.PACKETS - 1) * WasmHandlers.PACKET_ROOM;
    }

    @Override
    public long applyAsLong(long times) {
        long result = 0;
        for (long i = 0; i < times; i++) {
            result += handler.applyAsLong(i);
        }
        return result + instance.word(WasmHandlers.RESULT) + instance.word(WasmHandlers.BAD);
    }
}
