package dev.spine.perf.move;

import dev.spine.host.block.BlockCompletion;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.block.WriteMode;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.PacketListener;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.perf.process.HostProcess;
import dev.spine.perf.video.CompletionLog;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The application of path host that stores packets: the disk fetches each packet's data out of its bucket, which returns when it has.
 *
 * <p>Packets for which the disk has no room now wait, at most as many as there are buckets. Runs on the host's agent.
 */
final class HostReceiver implements PacketListener, HostWork, BlockCompletion {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAGIC = 0x5350_4B42;
    private static final int PAYLOAD = 42;

    private final HostProcess process;
    private final AgentContext agent;
    private final BlockDevice disk;
    private final CompletionLog completions;
    private final @Nullable DeliveryList<Integer> acknowledgements;
    private final int[] waitingBucket;
    private final int[] waitingAddress;
    private final int[] waitingBytes;
    private final long[] waitingPosition;
    private int waitingHead;
    private int waitingCount;
    private int unacknowledged;
    private @Nullable LanOsm lan;

    HostReceiver(HostAgent host, BlockDevice disk, CompletionLog completions, @Nullable DeliveryList<Integer> acknowledgements,
        int buckets) {
        this.process = new HostProcess(host);
        this.agent = host.context();
        this.disk = disk;
        this.completions = completions;
        this.acknowledgements = acknowledgements;
        this.waitingBucket = new int[buckets];
        this.waitingAddress = new int[buckets];
        this.waitingBytes = new int[buckets];
        this.waitingPosition = new long[buckets];
    }

    void receiveFrom(LanOsm port) {
        lan = port;
    }

    @Override
    public void onPacket(MemorySegment buckets, long offset, int length, int address, int bucket) {
        process.packetArrived();
        agent.charge(Op.MOVE_APPLICATION);
        int bytes = length < MoveSystem.PACKET_HEADERS || buckets.get(WORD, offset + PAYLOAD) != MAGIC ? 0
            : buckets.get(WORD, offset + PAYLOAD + 4);
        if (bytes < 1 || bytes > length - MoveSystem.PACKET_HEADERS) {
            release(bucket);
            return;
        }
        long position = buckets.get(LONG, offset + PAYLOAD + 8);
        int data = address + MoveSystem.PACKET_HEADERS;
        if (waitingCount > 0 || !write(position, bytes, data, bucket)) {
            int at = (waitingHead + waitingCount++) % waitingBucket.length;
            waitingBucket[at] = bucket;
            waitingAddress[at] = data;
            waitingBytes[at] = bytes;
            waitingPosition[at] = position;
        }
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        while (waitingCount > 0 && work < limit) {
            int at = waitingHead;
            if (!write(waitingPosition[at], waitingBytes[at], waitingAddress[at], waitingBucket[at])) {
                break;
            }
            waitingHead = (waitingHead + 1) % waitingBucket.length;
            waitingCount--;
            work++;
        }
        DeliveryList<Integer> hears = acknowledgements;
        if (hears != null && unacknowledged > 0) {
            // Up to 127 at a time: such numbers need no allocation.
            int count = Math.min(unacknowledged, Byte.MAX_VALUE);
            unacknowledged -= count;
            agent.deliver(hears, count);
            work++;
        }
        return work;
    }

    @Override
    public void onBlock(long cookie, BlockOutcome status, int bytes) {
        process.callEnded();
        agent.charge(Op.MOVE_APPLICATION);
        release((int) cookie);
        if (status == BlockOutcome.SUCCESS) {
            completions.onCompleted(1, agent.nowNs());
        }
    }

    private boolean write(long position, int bytes, int address, int bucket) {
        boolean isTaken = disk.write(position, bytes, address, WriteMode.BACK, this, bucket);
        if (isTaken) {
            process.called();
        }
        return isTaken;
    }

    private void release(int bucket) {
        unacknowledged++;
        LanOsm port = lan;
        if (port != null) {
            port.release(bucket);
        }
    }
}
