package dev.spine.perf.video;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.display.RunBatch;
import dev.spine.host.display.RunListener;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.PacketListener;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.wire.VideoDatagram;
import dev.spine.perf.process.HostProcess;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The application of the host path: reads the headers of each packet in its bucket, clips its lines to the window, and tells the display
 * where to pull them from; a bucket returns when the display has.
 *
 * <p>It gathers the runs of as many packets as one message to the display holds, waits with packets for which there is no message now, and
 * copies and allocates nothing. A packet of which nothing is visible is done with at once. Runs on the host's agent.
 */
final class HostVideoApplication implements PacketListener, HostWork, RunListener {
    private static final int MAX_ACKNOWLEDGED = 127;

    private final HostProcess process;
    private final AgentContext agent;
    private final DisplayOsm display;
    private final DisplayWindow window;
    private final VideoStream stream;
    private final VideoPath.Completions completions;
    private final @Nullable DeliveryList<Integer> acknowledgements;
    private final VideoDatagram packet = new VideoDatagram();
    private final int pixelBytes;
    private final int left;
    private final int right;
    private final int top;
    private final int bottom;

    /** Packets that wait for a message, oldest first; bounded by the buckets. */
    private final int[] waitingBucket;
    private final int[] waitingAddress;
    private final int[] waitingLength;
    private final long[] waitingOffset;
    private int waitingHead;
    private int waitingCount;

    private @Nullable MemorySegment memory;
    private @Nullable LanOsm lan;
    private @Nullable RunBatch batch;
    /** Written by the host's agent only; read by whoever measures. */
    private volatile long dropped;
    /** As {@link #dropped}, of which it is a part. */
    private volatile long unanswered;

    HostVideoApplication(HostAgent host, DisplayOsm display, DisplayWindow window, VideoStream stream,
        VideoPath.Completions completions,
        @Nullable DeliveryList<Integer> acknowledgements, int buckets) {
        this.process = new HostProcess(host);
        this.agent = host.context();
        this.display = display;
        this.window = window;
        this.stream = stream;
        this.completions = completions;
        this.acknowledgements = acknowledgements;
        this.pixelBytes = stream.format().bytesPerPixel();
        this.left = window.visibleLeft();
        this.right = window.visibleLeft() + window.visibleWidth();
        this.top = window.visibleTop();
        this.bottom = window.visibleTop() + window.visibleHeight();
        this.waitingBucket = new int[buckets];
        this.waitingAddress = new int[buckets];
        this.waitingLength = new int[buckets];
        this.waitingOffset = new long[buckets];
    }

    void receiveFrom(LanOsm port) {
        lan = port;
    }

    /** Packets that were not shown: malformed ones, those of too many lines, and those whose message the display refused; any thread. */
    long dropped() {
        return dropped;
    }

    /** Packets of messages that the display has not answered in time; any thread. */
    long unanswered() {
        return unanswered;
    }

    @Override
    public void onPacket(MemorySegment buckets, long offset, int length, int address, int bucket) {
        process.packetArrived();
        memory = buckets;
        if (waitingCount > 0 || !show(buckets, offset, length, address, bucket)) {
            int at = (waitingHead + waitingCount++) % waitingBucket.length;
            waitingBucket[at] = bucket;
            waitingAddress[at] = address;
            waitingLength[at] = length;
            waitingOffset[at] = offset;
        }
    }

    @Override
    public void onBatchEnd() {
        flush();
    }

    @Override
    public int doWork(int limit) {
        MemorySegment buckets = memory;
        int work = 0;
        while (buckets != null && waitingCount > 0 && work < limit) {
            int at = waitingHead;
            if (!show(buckets, waitingOffset[at], waitingLength[at], waitingAddress[at], waitingBucket[at])) {
                break;
            }
            waitingHead = (waitingHead + 1) % waitingBucket.length;
            waitingCount--;
            work++;
        }
        if (work > 0) {
            flush();
        }
        return work;
    }

    private void flush() {
        RunBatch gathered = batch;
        if (gathered != null) {
            batch = null;
            if (gathered.tokens() == 0) {
                gathered.cancel();
            } else {
                process.called();
                gathered.flush();
            }
        }
    }

    /** Puts the lines of one packet into a message; false when there is no message for it now, then nothing was done. */
    private boolean show(MemorySegment buckets, long offset, int length, int address, int bucket) {
        agent.charge(Op.VIDEO_APPLICATION);
        if (!packet.isUdp(buckets, offset, length) || packet.port() != stream.port() || !packet.parse(stream.format())) {
            drop(1);
            finish(bucket);
            return true;
        }
        RunBatch gathering = batch;
        if (gathering != null && gathering.room() < packet.lines().count()) {
            flush();
            gathering = null;
        }
        if (gathering == null) {
            gathering = display.begin(window, stream.format(), this);
            if (gathering == null) {
                return false;
            }
            batch = gathering;
        }
        if (gathering.room() < packet.lines().count()) {
            // More lines than a message has room for: no sender in its senses cuts a picture so small.
            drop(1);
            finish(bucket);
        } else if (addRuns(gathering, address + (int) (packet.pixels() - offset)) > 0) {
            gathering.attach(bucket);
        } else {
            // The display has nothing to do for it.
            finish(bucket);
            completions.onCompleted(1, agent.nowNs());
        }
        return true;
    }

    private void countUnanswered(int packets) {
        long before = unanswered;
        unanswered = before + packets;
    }

    private void drop(int packets) {
        long before = dropped;
        dropped = before + packets;
    }

    /** Adds what is visible of the pixels that begin at an address; returns how many runs that was. */
    private int addRuns(RunBatch gathering, int address) {
        int data = address;
        int added = 0;
        for (int i = 0; i < packet.lines().count(); i++) {
            int bytes = packet.lines().bytes(i);
            int line = packet.lines().line(i);
            int column = packet.lines().column(i);
            int from = Math.max(column, left);
            int to = Math.min(column + bytes / pixelBytes, right);
            if (to > from && line >= top && line < bottom) {
                gathering.add(from, line, to - from, data + (from - column) * pixelBytes);
                added++;
            }
            data += bytes;
        }
        return added;
    }

    @Override
    public void onPut(RunBatch done) {
        process.callEnded();
        int packets = done.tokens();
        for (int i = 0; i < packets; i++) {
            agent.charge(Op.VIDEO_APPLICATION);
            // Also after a failure: a display that does not answer any more shows old pixels at worst, a bucket that is kept is lost.
            release((int) done.token(i));
        }
        if (done.isPut()) {
            completions.onCompleted(packets, agent.nowNs());
        } else {
            if (done.failure() != null) {
                countUnanswered(packets);
            }
            drop(packets);
        }
        acknowledge(packets);
    }

    private void acknowledge(int packets) {
        DeliveryList<Integer> hears = acknowledgements;
        for (int rest = packets; hears != null && rest > 0; rest -= MAX_ACKNOWLEDGED) {
            agent.deliver(hears, Math.min(rest, MAX_ACKNOWLEDGED));
        }
    }

    /** Ends a packet that the display never is notified of. */
    private void finish(int bucket) {
        release(bucket);
        acknowledge(1);
    }

    private void release(int bucket) {
        LanOsm port = lan;
        if (port != null) {
            port.release(bucket);
        }
    }
}
