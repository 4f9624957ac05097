package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.fib.Fib;

/**
 * Which packets that come in by this card it may forward: the host keeps those for itself about which only its kernel can decide, and may
 * have the sources of the others checked against the routes (RFC 3704; Linux net/ipv4/fib_frontend.c, {@code fib_validate_source}).
 */
final class Intake {
    /** What becomes of a packet whose source was checked. */
    enum Verdict {
        /** It is forwarded. */
        PASS,
        /** The host decides. */
        HOST,
        /** The routes lead to its source by another port, or not at all. */
        DROP
    }

    private static final int PORT_MASK = 0x3F;
    private static final int WORDS4 = 4;
    private static final int WORDS6 = 8;
    private static final int RANGE_BYTES = 36;

    private final Fib fib;
    private final NextHops hops;
    private final int port;
    private int sources = RouterProtocol.SOURCES_ANY;
    /** For each: first address and mask of the sources, then of the destinations. */
    private int[] flows4 = {};
    /** For each: as of version 4, 128 bits each. */
    private long[] flows6 = {};
    private boolean isOpen4 = true;
    private boolean isOpen6 = true;

    Intake(Fib fib, NextHops hops, int port) {
        this.fib = fib;
        this.hops = hops;
        this.port = port;
    }

    /** Takes a command of {@link RouterProtocol#COMMAND_INTAKE}: {@return false when it makes no sense}. */
    boolean set(Buffer commands, int at, int bytes) {
        int count = (bytes - 4) / RANGE_BYTES;
        if (bytes < 4 || bytes != 4 + count * RANGE_BYTES || count > RouterProtocol.MAX_FLOWS || commands.i32(at) < 0
            || commands.i32(at) > RouterProtocol.SOURCES_LOOSE) {
            return false;
        }
        int[] next4 = new int[WORDS4 * count];
        long[] next6 = new long[WORDS6 * count];
        int count4 = 0;
        int count6 = 0;
        for (int flow = at + 4; flow < at + bytes; flow += RANGE_BYTES) {
            int what = commands.i32(flow);
            int version = what >>> 16;
            int from = what >>> 8 & 0xFF;
            int to = what & 0xFF;
            int most = version == 4 ? Integer.SIZE : 2 * Long.SIZE;
            if (version != 4 && version != 6 || from > most || to > most) {
                return false;
            }
            if (version == 4) {
                next4[count4] = commands.i32(flow + 4);
                next4[count4 + 1] = (int) (mask(from, 0) >>> Integer.SIZE);
                next4[count4 + 2] = commands.i32(flow + 20);
                next4[count4 + 3] = (int) (mask(to, 0) >>> Integer.SIZE);
                count4 += WORDS4;
            } else {
                set6(next6, count6, commands, flow + 4, from);
                set6(next6, count6 + WORDS6 / 2, commands, flow + 20, to);
                count6 += WORDS6;
            }
        }
        sources = commands.i32(at);
        flows4 = cut(next4, count4);
        flows6 = cut(next6, count6);
        isOpen4 = count4 == 0 && sources == RouterProtocol.SOURCES_ANY;
        isOpen6 = count6 == 0;
        return true;
    }

    private static void set6(long[] flows, int place, Buffer commands, int at, int bits) {
        flows[place] = commands.i64(at);
        flows[place + 1] = commands.i64(at + 8);
        flows[place + 2] = mask(bits, 0);
        flows[place + 3] = mask(bits, Long.SIZE);
    }

    /** The part of a mask of so many bits that is in the 64 bits from one on. */
    private static long mask(int bits, int from) {
        int here = bits - from;
        return here <= 0 ? 0 : here >= Long.SIZE ? -1 : -1L << Long.SIZE - here;
    }

    private static int[] cut(int[] all, int count) {
        int[] some = new int[count];
        for (int i = 0; i < count; i++) {
            some[i] = all[i];
        }
        return some;
    }

    private static long[] cut(long[] all, int count) {
        long[] some = new long[count];
        for (int i = 0; i < count; i++) {
            some[i] = all[i];
        }
        return some;
    }

    /** {@return whether every version 4 packet is the card's, whatever its source is} */
    boolean isOpen4() {
        return isOpen4;
    }

    /** {@return whether only the host can decide about a version 4 packet} */
    boolean isHosts4(int source, int destination) {
        int[] flows = flows4;
        for (int i = 0; i < flows.length; i += WORDS4) {
            if (((source ^ flows[i]) & flows[i + 1]) == 0 && ((destination ^ flows[i + 2]) & flows[i + 3]) == 0) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether only the host can decide about a version 6 packet} */
    boolean isHosts6(Buffer packet, int at) {
        return !isOpen6 && isHosts6(packet.i64(at + 8), packet.i64(at + 16), packet.i64(at + 24), packet.i64(at + 32));
    }

    private boolean isHosts6(long sourceHigh, long sourceLow, long high, long low) {
        long[] flows = flows6;
        for (int i = 0; i < flows.length; i += WORDS6) {
            if (((sourceHigh ^ flows[i]) & flows[i + 2] | (sourceLow ^ flows[i + 1]) & flows[i + 3]
                | (high ^ flows[i + 4]) & flows[i + 6] | (low ^ flows[i + 5]) & flows[i + 7]) == 0) {
                return true;
            }
        }
        return false;
    }

    /** {@return what the check of its source says of a version 4 packet that has come by the wire} */
    Verdict source4(int source) {
        if (sources == RouterProtocol.SOURCES_ANY) {
            return Verdict.PASS;
        }
        int what = hops.entries().i32(hops.place(fib.lookup4(source)));
        return NextHops.isSpread(what) ? spread(what) : single(what);
    }

    private Verdict single(int what) {
        return switch (what >>> RouterProtocol.ACTION_SHIFT) {
            case RouterProtocol.ACTION_FORWARD -> sources == RouterProtocol.SOURCES_LOOSE
                || (what >>> RouterProtocol.PORT_SHIFT & PORT_MASK) == port ? Verdict.PASS : Verdict.DROP;
            // An address of the host, or a neighbour that nobody knows yet: the entry does not say on which wire.
            case RouterProtocol.ACTION_HOST, RouterProtocol.ACTION_OWN -> Verdict.HOST;
            default -> Verdict.DROP;
        };
    }

    /** One way back is enough. */
    private Verdict spread(int what) {
        Verdict best = Verdict.DROP;
        for (int bucket = 0; bucket < RouterProtocol.SPREAD_BUCKETS; bucket++) {
            Verdict each = single(hops.entries().i32(hops.member(what, bucket)));
            if (each == Verdict.PASS) {
                return each;
            }
            best = each == Verdict.HOST ? each : best;
        }
        return best;
    }
}
