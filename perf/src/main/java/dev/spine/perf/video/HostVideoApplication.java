package dev.spine.perf.video;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.display.RunBatch;
import dev.spine.host.display.RunListener;
import dev.spine.host.driver.HostWork;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.PacketListener;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The application of the host path: reads the headers of each packet in its bucket, clips its lines to the window, and tells the display
 * where to pull them from; a bucket returns when the display has.
 *
 * <p>It gathers the runs of as many packets as one message to the display holds, waits with packets for which there is no message now, and
 * copies and allocates nothing. Runs on the host's agent.
 */
final class HostVideoApplication implements PacketListener, HostWork, RunListener {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    private static final int IPV4 = 0x0800;
    private static final int UDP = 17;
    private static final int RTP_HEADER = 12;
    private static final int LINE_HEADER = 6;
    private static final int MAX_ACKNOWLEDGED = 127;

    private final AgentContext agent;
    private final DisplayOsm display;
    private final DisplayWindow window;
    private final VideoStream stream;
    private final VideoPath.Completions completions;
    private final @Nullable DeliveryList<Integer> acknowledgements;
    private final int groupBytes;
    private final int groupPixels;
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
    private long malformed;

    HostVideoApplication(AgentContext agent, DisplayOsm display, DisplayWindow window, VideoStream stream,
        VideoPath.Completions completions,
        @Nullable DeliveryList<Integer> acknowledgements, int buckets) {
        this.agent = agent;
        this.display = display;
        this.window = window;
        this.stream = stream;
        this.completions = completions;
        this.acknowledgements = acknowledgements;
        this.groupPixels = stream.format() == PixelFormat.UYVY ? 2 : 1;
        this.pixelBytes = stream.format().bytesPerPixel();
        this.groupBytes = groupPixels * pixelBytes;
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

    long malformed() {
        return malformed;
    }

    @Override
    public void onPacket(MemorySegment buckets, long offset, int length, int address, int bucket) {
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
            if (gathered.tokens() == 0 && gathered.runs() == 0) {
                gathered.cancel();
            } else {
                gathered.flush();
            }
        }
    }

    /** Puts the lines of one packet into a message; false when there is no message for it now, then nothing was done. */
    private boolean show(MemorySegment buckets, long offset, int length, int address, int bucket) {
        agent.charge(Op.APPLICATION_UNIT);
        int lines = findLines(buckets, offset, length);
        if (lines == 0) {
            malformed++;
            release(bucket);
            return true;
        }
        RunBatch gathering = batch;
        if (gathering != null && gathering.room() < lineCount) {
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
        addRuns(gathering, buckets, offset + lines, address + lines);
        gathering.attach(bucket);
        return true;
    }

    private int lineCount;
    private int dataOffset;

    /** Finds the line headers of a packet: their offset, with their number and the data's offset in fields; 0 when it is malformed. */
    private int findLines(MemorySegment m, long packet, int length) {
        int ip = MAC_HEADER;
        if (length < ip + 20 || u16(m, packet + 12) != IPV4 || u8(m, packet + ip) >> 4 != 4 || u8(m, packet + ip + 9) != UDP
            || (u16(m, packet + ip + 6) & 0x3FFF) != 0) {
            return 0;
        }
        int udp = ip + (u8(m, packet + ip) & 0xF) * 4;
        int ipEnd = ip + u16(m, packet + ip + 2);
        if (udp < ip + 20 || ipEnd > length || udp + 8 > ipEnd || u16(m, packet + udp + 2) != stream.port()) {
            return 0;
        }
        int end = udp + u16(m, packet + udp + 4);
        int rtp = udp + 8;
        if (end > ipEnd || rtp + RTP_HEADER > end) {
            return 0;
        }
        int first = u8(m, packet + rtp);
        int at = rtp + RTP_HEADER + (first & 0xF) * 4;
        if ((first & 0x10) != 0) {
            at += at + 4 > end ? end : 4 + u16(m, packet + at + 2) * 4;
        }
        if ((first & 0x20) != 0) {
            int padding = u8(m, packet + end - 1);
            end -= padding == 0 ? end : padding;
        }
        if (first >> 6 != 2 || at + 2 > end) {
            return 0;
        }
        return countLines(m, packet, at + 2, end);
    }

    private int countLines(MemorySegment m, long packet, int from, int end) {
        int at = from;
        int bytes = 0;
        int count = 0;
        boolean more = true;
        while (more) {
            if (at + LINE_HEADER > end) {
                return 0;
            }
            int length = u16(m, packet + at);
            int offset = u16(m, packet + at + 4);
            if (u16(m, packet + at + 2) > 0x7FFF || length % groupBytes != 0 || (offset & 0x7FFF) % groupPixels != 0) {
                return 0;
            }
            more = offset > 0x7FFF;
            bytes += length;
            count++;
            at += LINE_HEADER;
        }
        if (at + bytes > end) {
            return 0;
        }
        lineCount = count;
        dataOffset = at - from;
        return from;
    }

    private void addRuns(RunBatch gathering, MemorySegment m, long headers, int headerAddress) {
        int data = headerAddress + dataOffset;
        for (int i = 0; i < lineCount; i++) {
            long at = headers + (long) i * LINE_HEADER;
            int bytes = u16(m, at);
            int line = u16(m, at + 2);
            int column = u16(m, at + 4) & 0x7FFF;
            int from = Math.max(column, left);
            int to = Math.min(column + bytes / pixelBytes, right);
            if (to > from && line >= top && line < bottom) {
                gathering.add(from, line, to - from, data + (from - column) * pixelBytes);
            }
            data += bytes;
        }
    }

    private static int u8(MemorySegment m, long at) {
        return m.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }

    private static int u16(MemorySegment m, long at) {
        return m.get(SHORT, at) & 0xFFFF;
    }

    @Override
    public void onPut(RunBatch done) {
        int packets = done.tokens();
        for (int i = 0; i < packets; i++) {
            release((int) done.token(i));
        }
        completions.onCompleted(packets, agent.nowNs());
        DeliveryList<Integer> hears = acknowledgements;
        while (hears != null && packets > 0) {
            int now = Math.min(packets, MAX_ACKNOWLEDGED);
            agent.deliver(hears, now);
            packets -= now;
        }
    }

    private void release(int bucket) {
        LanOsm port = lan;
        if (port != null) {
            port.release(bucket);
        }
    }
}
