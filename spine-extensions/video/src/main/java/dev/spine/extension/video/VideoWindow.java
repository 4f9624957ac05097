package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * One stream and the window in which it is shown: keeps the window's rectangle and transfers each packet's lines to it.
 */
final class VideoWindow {
    private static final int NO_PORT = -1;
    /** The most packets that wait for their conversion, each in its receive buffer: while they wait, the wire does too. */
    private static final int MAX_WAITING = 256;

    private final ExtensionContext context;
    private final VideoCounters counters;
    private final int surfaceHandler;
    private final VideoPacket packet = new VideoPacket();
    private @Nullable Surface surface;
    private @Nullable PixelConverter converter;
    private final @Nullable Buffer[] waiting = new Buffer[MAX_WAITING];
    private int firstWaiting;
    private int waitingCount;
    private PixelFormat format = PixelFormat.UYVY;
    private int displayIop;
    private int displayTid;
    private int window;
    private int port = NO_PORT;
    private int nextSequence = -1;
    private boolean shown;
    private boolean asked;
    /** Converters made so far: each has its number. */
    private int conversions;

    VideoWindow(ExtensionContext context, VideoCounters counters, int surfaceHandler) {
        this.context = context;
        this.counters = counters;
        this.surfaceHandler = surfaceHandler;
    }

    /** Begins to show a stream, which comes as UYVY or RGB888. */
    void make(int iop, int tid, int displayWindow, int udpPort, PixelFormat streamFormat) {
        displayIop = iop;
        displayTid = tid;
        window = displayWindow;
        format = streamFormat;
        nextSequence = -1;
        shown = true;
        // What waits is of the stream before.
        forgetWaiting();
        listen(udpPort);
        update();
    }

    /** Takes the packets of one port, and no other's any more. */
    private void listen(int udpPort) {
        if (port == udpPort) {
            return;
        }
        if (port != NO_PORT) {
            context.forgetPackets(PacketFilter.udp(port), this);
        }
        port = udpPort;
        if (port != NO_PORT) {
            context.onPacket(PacketFilter.udp(port), this, VideoWindow::onPacket);
        }
    }

    /** The window has changed: its old rectangle is not used any more, the new one is asked for. */
    void update() {
        surface = null;
        asked = shown && context.requestSurface(displayIop, displayTid, window, surfaceHandler);
        if (!asked) {
            // Nobody will answer, and what waits keeps receive buffers of the card.
            forgetWaiting();
        }
    }

    void drop() {
        shown = false;
        surface = null;
        listen(NO_PORT);
        convert(null);
    }

    private void convert(@Nullable PixelConverter next) {
        PixelConverter last = converter;
        if (last != null) {
            last.close();
        }
        converter = next;
        forgetWaiting();
    }

    /** The display has answered. */
    void onSurface(Message message) {
        if (message.kind() != Message.Kind.SURFACE) {
            counters.refused.increment();
            return;
        }
        Surface granted = message.surface();
        if (granted != null && granted.window() != window) {
            // The answer to a question about the window before; the one about this window is still to come.
            return;
        }
        asked = false;
        surface = shown ? granted : null;
        OutgoingMessage ready = context.message(context.host(VideoProtocol.HOST_WINDOW_READY));
        if (ready != null) {
            ready.word(0, window).word(1, granted != null ? 0 : message.word(0)).send();
        }
        if (surface == null) {
            forgetWaiting();
            return;
        }
        PixelConverter conversion = converter;
        PixelFormat screen = surface.format();
        if (screen == format) {
            convert(null);
        } else if (conversion == null || !conversion.converts(format, screen)) {
            convert(new PixelConverter(context, format, screen, surfaceHandler + VideoProtocol.MAX_WINDOWS, conversions++ & 0xFFFF));
        }
        drawWaiting();
    }

    /** A transfer of converted pixels has ended. */
    void onTransferEnd(Message message) {
        PixelConverter conversion = converter;
        if (message.kind() != Message.Kind.TRANSFER) {
            counters.refused.increment();
        } else if (conversion != null) {
            conversion.onTransferEnd(message.word(0));
            Surface target = surface;
            if (waitingCount > 0 && !asked && (target == null || !target.isValid())) {
                // The rectangle was revoked while packets waited; no further packet may come while they hold the buffers.
                update();
            }
            drawWaiting();
        }
    }

    /** Draws the packets that wait, oldest first, as far as there is room. */
    private void drawWaiting() {
        PixelConverter conversion = converter;
        Surface target = surface;
        while (waitingCount > 0 && conversion != null && target != null && target.isValid()) {
            Buffer buffer = waiting[firstWaiting];
            if (buffer != null && packet.parse(buffer, format) && !draw(conversion, buffer, target)) {
                return;
            }
            forgetFirst();
        }
    }

    /** Draws the packet that was parsed last and counts it; false when it has to wait. */
    private boolean draw(PixelConverter conversion, Buffer buffer, Surface target) {
        switch (conversion.draw(buffer, packet, target)) {
            case DRAWN -> {
                counters.converted.increment();
                counters.drawn.increment();
            }
            case OUTSIDE -> counters.outside.increment();
            case CUT -> counters.noTransfer.increment();
            case LATER -> {
                return false;
            }
        }
        return true;
    }

    private void forgetFirst() {
        Buffer buffer = waiting[firstWaiting];
        waiting[firstWaiting] = null;
        firstWaiting = (firstWaiting + 1) % MAX_WAITING;
        waitingCount--;
        if (buffer != null) {
            buffer.release();
        }
    }

    private void forgetWaiting() {
        while (waitingCount > 0) {
            forgetFirst();
            counters.noWindow.increment();
        }
    }

    /** Draws a packet after those that wait, or lets it wait with them. */
    private void convert(PixelConverter conversion, Buffer buffer, Surface target) {
        if (waitingCount == 0 && draw(conversion, buffer, target)) {
            return;
        }
        Buffer kept = waitingCount == MAX_WAITING ? null : buffer.keep();
        if (kept == null) {
            counters.noTransfer.increment();
            return;
        }
        waiting[(firstWaiting + waitingCount++) % MAX_WAITING] = kept;
        drawWaiting();
    }

    /** A packet of the stream has arrived. */
    void onPacket(Message message) {
        Buffer buffer = message.buffer();
        if (!packet.parse(buffer, format)) {
            counters.malformed.increment();
            return;
        }
        countLoss(packet.sequence);
        Surface target = surface;
        if (target == null || !target.isValid()) {
            counters.noWindow.increment();
            if (shown && !asked) {
                // The display has revoked the rectangle, or could not be asked before.
                update();
            }
            return;
        }
        PixelConverter conversion = converter;
        if (conversion == null) {
            draw(buffer, target);
        } else {
            convert(conversion, buffer, target);
        }
    }

    /** GStreamer leaves the extended part of the sequence number 0, so loss is counted on 16 bits. */
    private void countLoss(int sequence) {
        int gap = nextSequence < 0 ? 0 : sequence - nextSequence & 0xFFFF;
        // A gap in the upper half is a late packet, or a sender that began again.
        if (gap > 0 && gap < 0x8000) {
            counters.lost.add(gap);
        }
        boolean late = gap > 0xFF00;
        if (!late) {
            nextSequence = sequence + 1 & 0xFFFF;
        }
    }

    private void draw(Buffer buffer, Surface target) {
        TransferRequest transfer = context.transfer(buffer, target);
        if (transfer == null) {
            counters.noTransfer.increment();
            return;
        }
        int pixelBytes = format.bytesPerPixel();
        int hiddenBytes = target.columnsLeft() * pixelBytes;
        int lineBytes = target.lineBytes();
        int height = target.height();
        for (int i = 0; i < packet.lines; i++) {
            int line = packet.line[i] - target.linesAbove();
            int from = packet.column[i] * pixelBytes - hiddenBytes;
            int to = Math.min(from + packet.bytes[i], lineBytes);
            int data = packet.data[i];
            if (from < 0) {
                data -= from;
                from = 0;
            }
            if (to > from && line >= 0 && line < height && !transfer.run(data, from, line, to - from)) {
                transfer.submit();
                transfer = context.transfer(buffer, target);
                if (transfer == null) {
                    counters.noTransfer.increment();
                    return;
                }
                transfer.run(data, from, line, to - from);
            }
        }
        if (transfer.runs() == 0) {
            transfer.cancel();
            counters.outside.increment();
        } else {
            transfer.submit();
            counters.drawn.increment();
        }
    }
}
