package dev.spine.perf.benchmarks.wasm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Three handlers in Wasm, and where they find what they work on in their linear memory. Any thread.
 *
 * <p>{@code handlers.wat} beside the module {@code handlers.wasm} is its text.
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

    private static final String MODULE = "handlers.wasm";

    private WasmHandlers() {}

    /** {@return the module of the three handlers} */
    static byte[] module() {
        try (InputStream in = Objects.requireNonNull(WasmHandlers.class.getResourceAsStream(MODULE), MODULE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + MODULE, e);
        }
    }
}
