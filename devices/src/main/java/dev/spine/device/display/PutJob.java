package dev.spine.device.display;

import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceConverter;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutPackets;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.message.display.PutRuns;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.wire.VideoLines;
import org.jspecify.annotations.Nullable;

/**
 * One put message in work: walks over its runs or packets, fills the transfer, converts what was pulled in another format.
 *
 * <p>With equal formats one transfer pulls everything straight to the screen. With different formats the pixels are pulled into this
 * job's staging memory and converted by the card's processor; what does not fit there at once is pulled in further rounds.
 *
 * <p>The place of the window is taken when the job begins. A later move does not change it, but is answered only after the job's end.
 *
 * <p>Preallocated and used again and again; nothing is allocated. Belongs to the display's agent.
 */
final class PutJob {
    private final Surface surface;
    private final Region staging;
    private final long stagingOffset;
    private final int stagingBytes;
    private final int strideBytes;
    private final Transfer transfer;
    private final VideoLines lines = new VideoLines();
    /** What each run of the transfer becomes on the screen, when it is converted: place, pixels to leave out before, pixels. */
    private final int[] runX;
    private final int[] runY;
    private final int[] runSkip;
    private final int[] runPixels;

    private boolean busy;
    private @Nullable KernelRequest request;
    private long sequence;
    private PixelFormat source = PixelFormat.RGB565;
    private boolean converts;
    private int bytesPerPixel;
    private int originX;
    private int originY;
    /** Where pixel (0, 0) of the window would lie; outside the screen for a window that begins there. */
    private long originAddress;
    private int visibleLeft;
    private int visibleTop;
    private int visibleRight;
    private int visibleBottom;
    /** The visible columns widened to whole groups of the source format. */
    private int groupLeft;
    private int groupRight;
    private int total;
    private int next;
    private int nextWord;
    private int nextLine;
    private int put;
    private int refused;
    private int firstRefused;
    private int staged;
    private int nextOfRound;
    private int putBeforeRound;

    /**
     * A job.
     *
     * @param surface the screen
     * @param staging memory of the card for pixels of other formats
     * @param stagingOffset where this job's part begins
     * @param stagingBytes its size, at least the bytes of a line in any format
     * @param maxRuns runs of a transfer, at least 1
     * @param completions where its transfers end
     */
    PutJob(Surface surface, Region staging, long stagingOffset, int stagingBytes, int maxRuns, DeliveryList<Transfer> completions) {
        this.surface = surface;
        this.strideBytes = surface.geometry().strideBytes();
        this.staging = staging;
        this.stagingOffset = stagingOffset;
        this.stagingBytes = stagingBytes;
        this.transfer = new Transfer(maxRuns, completions);
        this.runX = new int[maxRuns];
        this.runY = new int[maxRuns];
        this.runSkip = new int[maxRuns];
        this.runPixels = new int[maxRuns];
        transfer.attach(this);
    }

    /** Takes a request whose fixed part and count were checked. */
    void begin(KernelRequest newRequest, long newSequence, Window window, PixelFormat newSource, int count) {
        busy = true;
        request = newRequest;
        sequence = newSequence;
        source = newSource;
        converts = newSource != surface.geometry().format();
        bytesPerPixel = newSource.bytesPerPixel();
        originX = window.x();
        originY = window.y();
        originAddress = surface.region().base() + (long) originY * strideBytes + (long) originX * bytesPerPixel;
        visibleLeft = window.visibleLeft();
        visibleTop = window.visibleTop();
        visibleRight = window.visibleRight();
        visibleBottom = window.visibleBottom();
        int group = newSource.groupPixels();
        groupLeft = visibleLeft & -group;
        groupRight = window.isVisible() ? visibleRight + group - 1 & -group : groupLeft;
        total = count;
        next = 0;
        nextWord = PutPackets.LIST_WORD;
        nextLine = 0;
        put = 0;
        refused = 0;
        firstRefused = PutReply.NONE_REFUSED;
    }

    Transfer transfer() {
        return transfer;
    }

    @Nullable KernelRequest request() {
        return request;
    }

    /** Whether it has begun and its last transfer has not come back, with or without somebody who waits for the answer. */
    boolean isBusy() {
        return busy;
    }

    /** Its place in the order of all jobs. */
    long sequence() {
        return sequence;
    }

    int put() {
        return put;
    }

    int refused() {
        return refused;
    }

    int firstRefused() {
        return firstRefused;
    }

    boolean isOfPackets() {
        KernelRequest current = request;
        return current != null && current.frame().function() == DisplayFunction.PUT_PACKETS;
    }

    /** Forgets the request: it was answered, or dropped by a reset. A transfer that is in flight still comes back. */
    void forgetRequest() {
        request = null;
    }

    /** It can be used again. */
    void end() {
        request = null;
        busy = false;
    }

    /**
     * Fills the transfer with the next runs.
     *
     * @return false: nothing is left to pull
     */
    boolean fill(AgentContext agent) {
        KernelRequest current = request;
        if (current == null) {
            return false;
        }
        transfer.clear();
        staged = 0;
        nextOfRound = next;
        putBeforeRound = put;
        MessageFrame frame = current.frame();
        if (frame.function() == DisplayFunction.PUT_PACKETS) {
            fillFromPackets(frame, agent);
        } else {
            fillFromRuns(frame, agent);
        }
        return transfer.runs() > 0;
    }

    private void fillFromRuns(MessageFrame frame, AgentContext agent) {
        for (; next < total; next++) {
            agent.charge(Op.DISPLAY_RUN);
            int pixels = PutRuns.pixels(frame, next);
            int place = PutRuns.place(frame, next);
            int line = place >>> 16;
            int column = place & 0xFFFF;
            if (!isGood(column, line, pixels)) {
                refuse(next);
            } else if (addPixels(PutRuns.address(frame, next), column, line, pixels)) {
                put++;
            } else {
                return;
            }
        }
    }

    private boolean isGood(int column, int line, int pixels) {
        return line >= visibleTop && line < visibleBottom && column >= groupLeft && column + pixels <= groupRight && pixels > 0
            && source.isWhole(column | pixels);
    }

    private void fillFromPackets(MessageFrame frame, AgentContext agent) {
        int frameWords = frame.sizeWords();
        while (next < total) {
            agent.charge(Op.DISPLAY_PACKET);
            int headerBytes = nextWord + PutPackets.FIXED_WORDS <= frameWords ? PutPackets.headerBytes(frame, nextWord) : 0;
            if (nextWord + PutPackets.FIXED_WORDS > frameWords || nextWord + PutPackets.words(headerBytes) > frameWords) {
                refuseFrom(next, total - next);
                next = total;
                return;
            }
            long header = PutPackets.headerOffset(frame, nextWord);
            long headerEnd = header + headerBytes;
            long pixelsEnd = headerEnd + PutPackets.pixelBytes(frame, nextWord);
            boolean wellFormed = lines.tryWrap(frame.memory(), header, headerEnd, pixelsEnd, source) && lines.headerBytes() == headerBytes;
            if (!wellFormed) {
                refuse(next);
            } else {
                agent.charge(Op.DISPLAY_RUN, lines.count());
                if (!fillFromPacket(PutPackets.address(frame, nextWord))) {
                    return;
                }
                put++;
            }
            nextWord += PutPackets.words(headerBytes);
            nextLine = 0;
            next++;
        }
    }

    /** Adds the visible pixels of the packet's lines, from {@link #nextLine} on; false when there is no room for all of them. */
    private boolean fillFromPacket(long address) {
        long at = address;
        for (int i = 0; i < lines.count(); i++) {
            int bytes = lines.bytes(i);
            if (i >= nextLine) {
                int line = lines.line(i);
                int column = lines.column(i);
                int left = Math.max(column, groupLeft);
                int right = Math.min(column + bytes / bytesPerPixel, groupRight);
                boolean visible = line >= visibleTop && line < visibleBottom && left < right;
                if (visible && !addPixels(at + (long) (left - column) * bytesPerPixel, left, line, right - left)) {
                    nextLine = i;
                    return false;
                }
            }
            at += bytes;
        }
        return true;
    }

    private boolean addPixels(long address, int column, int line, int pixels) {
        if (converts) {
            return stage(address, column, line, pixels);
        }
        return transfer.add(address, originAddress + (long) line * strideBytes + (long) column * bytesPerPixel, pixels * bytesPerPixel);
    }

    /** Adds a run that is pulled into staging memory; false when there is no room for it in this round. */
    private boolean stage(long address, int column, int line, int pixels) {
        int bytes = pixels * bytesPerPixel;
        int run = transfer.runs();
        if (bytes > stagingBytes - staged || !transfer.add(address, staging.base() + stagingOffset + staged, bytes)) {
            return false;
        }
        staged += bytes;
        int left = Math.max(column, visibleLeft);
        runX[run] = originX + left;
        runY[run] = originY + line;
        runSkip[run] = left - column;
        runPixels[run] = Math.min(column + pixels, visibleRight) - left;
        return true;
    }

    private void refuse(int index) {
        refuseFrom(index, 1);
    }

    private void refuseFrom(int index, int count) {
        if (refused == 0) {
            firstRefused = index;
        }
        refused += count;
    }

    /** The bus refused the transfer: nothing of this round was put, and nothing will be. */
    void refuseRound() {
        put = putBeforeRound;
        if (refused == 0) {
            firstRefused = nextOfRound;
        }
        refused = total - put;
        next = total;
    }

    /**
     * Converts what the ended transfer pulled into staging memory, if it did.
     *
     * @return the bytes that were converted
     */
    int convert(AgentContext agent) {
        if (!converts) {
            return 0;
        }
        PixelFormat target = surface.geometry().format();
        for (int run = 0; run < transfer.runs(); run++) {
            SurfaceConverter.convert(staging.memory(), transfer.destination(run) - staging.base(), source, runSkip[run], surface.memory(),
                (long) runY[run] * strideBytes, target, runX[run], runPixels[run]);
        }
        agent.charge(Op.TOUCH_BYTE, staged);
        return staged;
    }
}
