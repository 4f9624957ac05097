package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import java.io.IOException;

/**
 * Reads what a viewer says after the handshake. Used by the viewer's reading thread.
 *
 * <p>Takes at most {@link #COST_PER_SECOND} of messages in a second and lets the rest wait in the connection: one is 1, and another 1 for
 * each 256 bytes that it carries. Source: RFC 6143 section 7.5.
 */
final class ClientMessages {
    /** How much is read in a second. */
    static final int COST_PER_SECOND = 4096;
    /** The longest cut text. */
    static final int MAX_TEXT_BYTES = 1 << 20;
    private static final int SET_PIXEL_FORMAT = 0;
    private static final int SET_ENCODINGS = 2;
    private static final int UPDATE_REQUEST = 3;
    private static final int KEY_EVENT = 4;
    private static final int POINTER_EVENT = 5;
    private static final int CUT_TEXT = 6;
    private static final int BYTES_PER_COST = 256;
    private static final long SECOND_NS = 1_000_000_000L;

    private final RfbInput in;
    private final Demand demand;
    private final VncCounters counters;
    private long windowNs;
    private int cost;

    /**
     * A reader of messages.
     *
     * @param in from the viewer
     * @param demand told what the viewer wants
     * @param counters told what the viewer says
     */
    ClientMessages(RfbInput in, Demand demand, VncCounters counters) {
        this.in = in;
        this.demand = demand;
        this.counters = counters;
    }

    /**
     * Reads until the viewer closes the connection.
     *
     * @throws IOException the viewer must be closed, or the connection failed
     * @throws InterruptedException the thread is to end
     */
    void readAll() throws IOException, InterruptedException {
        windowNs = System.nanoTime();
        for (int type = in.nextMessage(); type >= 0; type = in.nextMessage()) {
            long bytes = read(type);
            counters.increment(Counter.MESSAGES);
            cost += 1 + (int) (bytes / BYTES_PER_COST);
            if (cost >= COST_PER_SECOND && !holdBack()) {
                return;
            }
        }
    }

    /** Waits for the next second if this one is used up; says whether the viewer is still wanted. */
    private boolean holdBack() throws InterruptedException {
        long left = windowNs + SECOND_NS - System.nanoTime();
        boolean wanted = true;
        if (left > 0) {
            counters.increment(Counter.FLOODS_HELD);
            wanted = demand.pause(left);
        }
        windowNs = System.nanoTime();
        cost = 0;
        return wanted;
    }

    /** Reads one message; returns how many bytes it carries beyond its head. */
    private long read(int type) throws IOException {
        return switch (type) {
            case SET_PIXEL_FORMAT -> {
                in.skip(3);
                demand.format(ViewerFormat.read(in));
                // A new translation has to be made.
                yield 2 * BYTES_PER_COST;
            }
            case SET_ENCODINGS -> setEncodings();
            case UPDATE_REQUEST -> {
                updateRequest();
                yield 0;
            }
            case KEY_EVENT -> ignore(7);
            case POINTER_EVENT -> ignore(5);
            case CUT_TEXT -> {
                in.skip(3);
                long bytes = in.u32();
                if (bytes > MAX_TEXT_BYTES) {
                    throw new ViewerEndedException(Counter.BAD_MESSAGES, "a cut text of " + bytes + " bytes");
                }
                yield ignore(bytes);
            }
            default -> throw new ViewerEndedException(Counter.BAD_MESSAGES, "a message of type " + type);
        };
    }

    private long ignore(long bytes) throws IOException {
        in.skip(bytes);
        counters.increment(Counter.INPUT_EVENTS);
        return bytes;
    }

    private long setEncodings() throws IOException {
        in.skip(1);
        int count = in.u16();
        boolean decided = false;
        boolean compressed = false;
        boolean copies = false;
        boolean sizes = false;
        long unknown = 0;
        for (int i = 0; i < count; i++) {
            switch (in.s32()) {
                case Encoding.ZRLE -> {
                    compressed |= !decided;
                    decided = true;
                }
                // The order is the viewer's preference.
                case Encoding.RAW -> decided = true;
                case Encoding.COPY_RECTANGLE -> copies = true;
                case Encoding.DESKTOP_SIZE -> sizes = true;
                default -> unknown++;
            }
        }
        counters.add(Counter.UNKNOWN_ENCODINGS, unknown);
        demand.encodings(new Demand.Encodings(compressed, copies, sizes));
        return count * (long) Integer.BYTES;
    }

    private void updateRequest() throws IOException {
        boolean incremental = in.u8() != 0;
        Rectangle part = new Rectangle(in.u16(), in.u16(), in.u16(), in.u16());
        counters.increment(Counter.UPDATE_REQUESTS);
        demand.request(part, incremental ? Rectangle.EMPTY : part);
    }
}
