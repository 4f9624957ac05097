package dev.spine.perf.benchmarks.wasm;

import dev.spine.perf.benchmarks.wasm.WasmModuleWriter.Result;

/**
 * Three handlers in Wasm, and where they find what they work on in their linear memory.
 *
 * <p>They do what {@code EmptyWork}, {@code HeaderWork} and {@code VectorWork} of the package {@code meter} do, step by step. Wasm has
 * no instruction that swaps bytes, so 16-bit fields of the header are swapped by shifts, as a compiler for Wasm does it.
 */
public final class WasmHandlers {
    /** Handler {@code empty(seed)}: leaves its seed. */
    public static final String EMPTY = "empty";
    /** Handler {@code forward(packet)}: looks at the packet at this address and writes {@link #RESULT} or counts in {@link #BAD}. */
    public static final String FORWARD = "forward";
    /** Handler {@code add(ints, seed)}: adds the seed to so many ints at {@link #FROM}, into {@link #INTO}; leaves one of the sums. */
    public static final String ADD = "add";

    /** The packets lie here, {@link #PACKETS} of {@link #PACKET_ROOM} bytes. */
    public static final int PACKET = 0;
    /** How many packets there are room for. */
    public static final int PACKETS = 64;
    /** Bytes from one packet to the next. */
    public static final int PACKET_ROOM = 128;
    /** The new time to live, a byte, and two bytes later the new checksum, the high byte first. */
    public static final int RESULT = 16_384;
    /** How many packets were no good. */
    public static final int BAD = 16_392;
    /** Ints that a handler reads. */
    public static final int FROM = 1 << 16;
    /** The most ints there is room for. */
    public static final int INTS = 1 << 14;
    /** Ints that a handler writes. */
    public static final int INTO = FROM + 4 * INTS;

    private static final int PAGES = 3;
    private static final int HEADER = 14;
    private static final int HEADER_BYTES = 20;
    private static final int TIME_TO_LIVE = HEADER + 8;
    private static final int CHECKSUM = HEADER + 10;

    private WasmHandlers() {}

    /** {@return the module of the three handlers} */
    public static byte[] module() {
        return new WasmModuleWriter(PAGES)
            .function(EMPTY, Result.NUMBER, new WasmCode(1).get(0))
            .function(FORWARD, Result.NONE, forward())
            .function(ADD, Result.NUMBER, add())
            .toBytes();
    }

    private static WasmCode forward() {
        WasmCode code = new WasmCode(1);
        int packet = 0;
        int at = code.local();
        int end = code.local();
        int sum = code.local();
        int field = code.local();
        int timeToLive = code.local();
        int checksum = code.local();

        // sum = the ten 16-bit fields of the header
        code.get(packet).tee(at).constant(HEADER_BYTES).add().set(end);
        code.loop();
        swapped(code.get(at).load16(HEADER), field).get(sum).add().set(sum);
        code.get(at).constant(2).add().tee(at).get(end).lessUnsigned().branchIf(0);
        code.end();
        // twice: sum = (sum & 0xFFFF) + (sum >>> 16)
        folded(code.get(sum), sum);
        folded(code.get(sum), sum);
        // timeToLive = the byte in the header
        code.get(packet).load8(TIME_TO_LIVE).set(timeToLive);
        // a packet that is no good leaves this block at once
        code.block();
        code.get(sum).constant(0xFFFF).notEqual().branchIf(0);
        code.get(timeToLive).constant(2).lessUnsigned().branchIf(0);
        // checksum = the field of the header + 0x100, folded
        swapped(code.get(packet).load16(CHECKSUM), field).constant(0x100).add().set(checksum);
        folded(code.get(checksum), checksum);
        // result: the new time to live and the new checksum
        code.constant(0).get(timeToLive).constant(1).subtract().store8(RESULT);
        swapped(code.constant(0).get(checksum), field).store16(RESULT + 2);
        code.leave();
        code.end();
        // bad++
        code.constant(0).constant(0).load32(BAD).constant(1).add().store32(BAD);
        return code;
    }

    /** Swaps the bytes of the 16-bit value on the stack. */
    private static WasmCode swapped(WasmCode code, int scratch) {
        return code.tee(scratch).constant(8).shiftLeft().get(scratch).constant(8).shiftRight().or().constant(0xFFFF).and();
    }

    /** Adds what is above 16 bits of the value on the stack to what is below, and sets the local that the value came from. */
    private static void folded(WasmCode code, int local) {
        code.constant(0xFFFF).and().get(local).constant(16).shiftRight().add().set(local);
    }

    private static WasmCode add() {
        WasmCode code = new WasmCode(2);
        int ints = 0;
        int seed = 1;
        int at = code.local();
        int end = code.local();

        // for (at = 0; at < 4 * ints; at += 4) { into[at] = from[at] + seed; }
        code.get(ints).constant(2).shiftLeft().set(end);
        code.loop();
        code.get(at).get(at).load32(FROM).get(seed).add().store32(INTO);
        code.get(at).constant(4).add().tee(at).get(end).lessUnsigned().branchIf(0);
        code.end();
        // into[seed & ints - 1]
        code.get(seed).get(ints).constant(1).subtract().and().constant(2).shiftLeft().load32(INTO);
        return code;
    }
}
