package dev.spine.perf.benchmarks.forward;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.fib.FibLayout;
import dev.spine.extension.router.fib.PatchAnswer;
import dev.spine.extension.router.host.fib.Outcome;
import dev.spine.extension.router.host.fib.RouteTable;
import dev.spine.perf.forward.ForwardPackets;
import dev.spine.perf.forward.ForwardRoutes;
import dev.spine.perf.forward.ForwardSystem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;

/**
 * The work of forwarding and nothing else: a loop over the packets of a lap that does in plain Java, over memory segments, what the router
 * extension does with each: checks the header, looks its next hop up in the same table, writes the packet with its new MAC header, TTL and
 * checksum behind others into a batch. No wires, no card, no extension, no second card. What the router takes beyond this is what all
 * of that costs.
 *
 * <p>Used by one thread.
 */
final class RawForwarding {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfChar SHORT = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int INBOX = 1 << 17;
    private static final int MAC = 14;
    private static final int HEADER = 20;
    private static final int PLAIN = 0x45;
    private static final int BATCHES = 9;
    private static final int FRAMES = 64;
    private static final int BATCH_BYTES = 16 << 10;
    private static final int FRAME_HEADER = 16;
    private static final int MTU = 1500;
    private static final int HOP_BYTES = 16;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ForwardPackets packets;
    private final MemorySegment table;
    private final MemorySegment hops = Arena.ofAuto().allocate((ForwardRoutes.GATEWAYS + 1L) * HOP_BYTES, 64);
    private final MemorySegment batches = Arena.ofAuto().allocate((long) BATCHES * BATCH_BYTES, 64);
    private long forwarded;
    private int frames;
    private int batch;
    private int end;

    /**
     * Makes the tables.
     *
     * @param routes of the router
     * @param packets of a lap
     * @param tableBytes of the forwarding table
     */
    RawForwarding(ForwardRoutes routes, ForwardPackets packets, int tableBytes) {
        this.packets = packets;
        this.table = Arena.ofAuto().allocate(tableBytes, 4096);
        Buffer memory = buffer(table);
        Fib fib = Fib.create((ExtensionContext) Proxy.newProxyInstance(RawForwarding.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class}, (_, _, _) -> memory), tableBytes);
        MemorySegment inbox = Arena.ofAuto().allocate(INBOX);
        Buffer parts = buffer(inbox);
        RouteTable host = new RouteTable(tableBytes, RouteTable.PART_BYTES, (part, bytes) -> {
            MemorySegment.copy(part, 0, inbox, ValueLayout.JAVA_BYTE, 0, bytes);
            if (fib == null || fib.apply(parts, 0, bytes) != PatchAnswer.TAKEN) {
                throw new IllegalStateException("the table refused a part");
            }
        });
        if (host.replaceAll(routes.routes()) == Outcome.FULL) {
            throw new IllegalStateException("there is no room for the table");
        }
        for (int gateway = 1; gateway <= ForwardRoutes.GATEWAYS; gateway++) {
            long place = (long) gateway * HOP_BYTES;
            hops.set(INT, place, MTU);
            hops.set(INT, place + 4, (int) ForwardSystem.OUT_MAC);
            hops.set(LONG, place + 8, ForwardRoutes.gatewayMac(gateway) << 16 | ForwardSystem.OUT_MAC >>> Integer.SIZE & 0xFFFF);
        }
    }

    private static Buffer buffer(MemorySegment memory) {
        BufferOwner owner = (BufferOwner) Proxy.newProxyInstance(RawForwarding.class.getClassLoader(), new Class<?>[] {BufferOwner.class},
            (_, _, _) -> null);
        Buffer buffer = RuntimeAccess.newBuffer(owner);
        RuntimeAccess.point(buffer, memory, 0, (int) memory.byteSize(), 0, true, null);
        return buffer;
    }

    /** {@return nanoseconds a packet, over all packets of a lap once, of the time that the machine gave this thread} */
    double lap() {
        long before = forwarded;
        long begin = threads.getCurrentThreadCpuTime();
        MemorySegment from = packets.offered().packets();
        int lap = packets.lap();
        for (int i = 0; i < lap; i++) {
            forward(from, packets.offered().packetOffset(i), packets.bytes(i));
        }
        double took = (threads.getCurrentThreadCpuTime() - begin) / (double) lap;
        if (forwarded - before != lap) {
            throw new IllegalStateException("the loop has forwarded " + (forwarded - before) + " of " + lap + " packets");
        }
        return took;
    }

    private void forward(MemorySegment from, long at, int length) {
        if (length < MAC + HEADER) {
            return;
        }
        long first = from.get(LONG, at + MAC);
        long second = from.get(LONG, at + MAC + 8);
        int destination = from.get(INT, at + MAC + 16);
        int total = (int) (first >>> Integer.SIZE) & 0xFFFF;
        if (from.get(LONG, at) >>> 16 != ForwardSystem.IN_MAC || first >>> 56 != PLAIN || total > length - MAC || total < HEADER
            || fold(halves(first) + halves(second) + (destination & 0xFFFF_FFFFL)) != 0xFFFF || second >>> 56 <= 1
            || isMartian((int) second) || isMartian(destination)) {
            return;
        }
        int gateway = lookup(destination);
        long hop = gateway <= ForwardRoutes.GATEWAYS ? (long) gateway * HOP_BYTES : 0;
        if (total > hops.get(INT, hop)) {
            return;
        }
        long frame = (long) batch * BATCH_BYTES + end;
        batches.set(LONG, frame, (long) (MAC + total) << Integer.SIZE | 1);
        batches.set(LONG, frame + 8, 0);
        MemorySegment.copy(from, at + 12, batches, frame + FRAME_HEADER + 12, total + 2);
        batches.set(LONG, frame + FRAME_HEADER, hops.get(LONG, hop + 8));
        batches.set(INT, frame + FRAME_HEADER + 8, hops.get(INT, hop + 4));
        batches.set(INT, frame + FRAME_HEADER + MAC + 8, withLessTtl((int) (second >>> Integer.SIZE)));
        end += FRAME_HEADER + (MAC + total + 7 & -8);
        if (++frames == FRAMES || end > BATCH_BYTES - FRAME_HEADER - MAC - MTU - 8) {
            frames = 0;
            end = 0;
            batch = batch + 1 == BATCHES ? 0 : batch + 1;
        }
        forwarded++;
    }

    private int lookup(int address) {
        int root = table.get(INT, FibLayout.ROOT4);
        int bits = root == 0 ? 1 : FibLayout.firstBits4((int) table.byteSize());
        int entry = table.get(INT, (root == 0 ? FibLayout.ZEROS : root) + (address >>> Integer.SIZE - bits) * 4L);
        int rest = address << bits;
        while (entry < 0) {
            long node = entry & ~FibLayout.NODE;
            long kids = table.get(LONG, node);
            int slot = rest >>> Integer.SIZE - FibLayout.STRIDE;
            if ((kids >>> slot & 1) == 0) {
                long starts = table.get(LONG, node + FibLayout.NODE_STARTS) << 63 - slot;
                return table.get(SHORT, node + FibLayout.NODE_BODY - 2 + 4L * Long.bitCount(kids) + 2L * Long.bitCount(starts));
            }
            entry = table.get(INT, node + FibLayout.NODE_BODY - 4 + 4L * Long.bitCount(kids << 63 - slot)) | FibLayout.NODE;
            rest <<= FibLayout.STRIDE;
        }
        return entry & 0xFFFF;
    }

    private static boolean isMartian(int address) {
        int high = address >>> 24;
        return (high - 1 & 0xFF) >= 0xDF || high == 127;
    }

    private static long halves(long words) {
        return (words >>> Integer.SIZE) + (words & 0xFFFF_FFFFL);
    }

    private static int fold(long sum) {
        long once = (sum >>> Integer.SIZE) + (sum & 0xFFFF_FFFFL);
        long twice = (once >>> 16) + (once & 0xFFFF);
        long third = (twice >>> 16) + (twice & 0xFFFF);
        return (int) ((third >>> 16) + (third & 0xFFFF));
    }

    private static int withLessTtl(int word) {
        int checksum = (word & 0xFFFF) + 0x100;
        checksum += checksum >= 0xFFFF ? 1 : 0;
        return (word & 0xFFFF_0000) - 0x0100_0000 | checksum & 0xFFFF;
    }
}
