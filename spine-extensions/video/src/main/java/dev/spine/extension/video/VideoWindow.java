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
    /** How long packets are kept while the window moves: a hundred times what an agreement takes, and less than a viewer notices. */
    private static final long KEEPING_NS = 50_000_000L;
    /** In the place of a fence's number: packets wait for transfers. */
    private static final int GO_ON = -1;

    private final ExtensionContext context;
    private final VideoCounters counters;
    private final int slot;
    private final int surfaceHandler;
    private final MoveAgreement agreement = new MoveAgreement();
    private final Placement place = new Placement();
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
    /** Who sends the stream. */
    private int source;
    /** Packets without a readable number that have come in the place of {@link #unnumberedBefore} and those that follow it. */
    private int unnumbered;
    private int unnumberedBefore = -1;
    /** The number that the application has given its stream. */
    private int stream;
    /** Whether a stream was named so far. */
    private boolean isNamed;
    private boolean shown;
    /** Questions to the display that are not answered: what answers an earlier one is of a rectangle that was. */
    private int asked;
    /** The number of the last request for the end of all transfers; earlier ones do not matter any more. */
    private int fence;
    /** Whether the end of transfers is waited for to go on with packets that wait. */
    private boolean goingOn;
    /** Whether no transfer is under way that could end: it is not transfers that are missing. */
    private boolean ended;
    /** Whether packets are kept until the display has answered. */
    private boolean awaited;
    /** When the keeping began that is under way. */
    private long keepingSinceNs;
    /** Whether the timer runs that ends the keeping; there is never more than one of a slot. */
    private boolean timing;
    /** Converters made so far: each has its number. */
    private int conversions;

    VideoWindow(ExtensionContext context, VideoCounters counters, int slot) {
        this.context = context;
        this.counters = counters;
        this.slot = slot;
        this.surfaceHandler = VideoProtocol.FIRST_SURFACE_HANDLER + slot;
        // What an earlier version of the code waits for is told to this one, and is not to be taken for its own.
        this.fence = (int) (context.nowNs() >> 10) & Integer.MAX_VALUE;
    }

    /** The picture takes all of its display's window. */
    void takeAll() {
        place.takeAll();
    }

    /** The picture takes a frame on its display's window, four words of a message; false when there is no such frame. */
    boolean takeFrame(Message message, int first) {
        if (!isFrame(message, first)) {
            return false;
        }
        place.take(message.word(first), message.word(first + 1), message.word(first + 2), message.word(first + 3));
        return true;
    }

    private static boolean isFrame(Message message, int first) {
        return Placement.isFrame(message.word(first), message.word(first + 1), message.word(first + 2), message.word(first + 3));
    }

    /**
     * {@return whether an order that names a stream is about the one that was made last} Who has heard of none, as what takes the place of
     * an earlier version has not, takes the first that is named.
     */
    boolean takesOrders(int number) {
        if (!isNamed) {
            isNamed = true;
            stream = number;
        }
        return stream == number;
    }

    /** Begins to show a stream, which comes as UYVY or RGB888. */
    void make(int iop, int tid, int displayWindow, int udpPort, PixelFormat streamFormat, int number) {
        displayIop = iop;
        displayTid = tid;
        window = displayWindow;
        format = streamFormat;
        nextSequence = -1;
        shown = true;
        awaited = false;
        // In the midst of a move the window may be anywhere, and SETTLE will say where; who names another stream knows it.
        if (agreement.isDrawing() || stream != number) {
            agreement.begin();
        }
        stream = number;
        isNamed = true;
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
        if (shown && context.requestSurface(displayIop, displayTid, window, surfaceHandler)) {
            asked++;
        } else {
            // Nobody will answer, and what waits keeps receive buffers of the card.
            awaited = false;
            forgetWaiting();
        }
    }

    void drop() {
        shown = false;
        awaited = false;
        surface = null;
        agreement.begin();
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
        asked = Math.max(0, asked - 1);
        Surface granted = message.surface();
        if (asked > 0 || granted != null && granted.window() != window) {
            // The answer to an earlier question; the one about this window as it is now is still to come.
            return;
        }
        awaited = false;
        surface = shown ? granted : null;
        if (surface != null) {
            place.on(surface);
        }
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
            if (conversion != null) {
                convert(null);
            }
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
            goOn();
        }
    }

    /** There is room for packets that wait. */
    private void goOn() {
        Surface target = surface;
        if (waitingCount > 0 && asked == 0 && agreement.isDrawing() && (target == null || !target.isValid())) {
            // The rectangle was revoked while packets waited; no further packet may come while they hold the buffers.
            update();
        }
        drawWaiting();
    }

    /** Draws the packets that wait, oldest first, as far as there is room. */
    private void drawWaiting() {
        PixelConverter conversion = converter;
        Surface target = surface;
        while (waitingCount > 0 && agreement.isDrawing() && target != null && target.isValid()) {
            Buffer buffer = waiting[firstWaiting];
            if (buffer != null && packet.parse(buffer, format) == VideoPacket.VIDEO) {
                boolean isDone = conversion == null ? draw(buffer, target) : draw(conversion, buffer, target);
                if (!isDone) {
                    // More packets were kept than there are transfers, or other windows have them: their end is worth waiting for.
                    if (conversion != null && conversion.isUnderWay() || !ended && awaitTransfers()) {
                        return;
                    }
                    counters.noTransfer.increment();
                }
            }
            forgetFirst();
            ended = false;
        }
    }

    /** Goes on when all transfers have ended; false when that cannot be asked for. */
    private boolean awaitTransfers() {
        goingOn = goingOn || context.afterTransfers(VideoProtocol.FIRST_FENCE_HANDLER + slot, GO_ON);
        return goingOn;
    }

    /** Draws the packet that was parsed last and counts it; false when it has to wait. */
    private boolean draw(PixelConverter conversion, Buffer buffer, Surface target) {
        switch (conversion.draw(buffer, packet, target, place)) {
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
        if (letWait(buffer)) {
            drawWaiting();
        } else {
            counters.noTransfer.increment();
        }
    }

    /** Keeps a packet behind those that wait; false when no more can be kept. */
    private boolean letWait(Buffer buffer) {
        Buffer kept = waitingCount == MAX_WAITING ? null : buffer.keep();
        if (kept == null) {
            return false;
        }
        waiting[(firstWaiting + waitingCount++) % MAX_WAITING] = kept;
        return true;
    }

    // --- moves

    /** The window is about to move, and what arrives meanwhile is to be drawn at its new place. */
    void propose(Message message) {
        int move = message.word(VideoProtocol.MOVE);
        Surface target = surface;
        if (!isFrame(message, VideoProtocol.FRAME)
            || target != null && !Placement.fits(message.word(VideoProtocol.FRAME), message.word(VideoProtocol.FRAME + 2), target)) {
            answer(move, VideoProtocol.ANSWER_REFUSED);
            return;
        }
        if (!shown) {
            // Nothing comes that could be kept, but what was drawn before the stream ended may not have landed.
            pause(move);
            return;
        }
        boolean wasKeeping = agreement.isKeeping();
        stop(move, agreement.onPropose(move));
        if (agreement.isKeeping() && !wasKeeping && !beginKeeping()) {
            // Nothing would end the keeping if the host were gone.
            agreement.onKeptTooLong();
        }
    }

    /** Packets are kept from now on, until a timer ends it at the latest; false when there is none. */
    private boolean beginKeeping() {
        keepingSinceNs = context.nowNs();
        return timing || setTimer(KEEPING_NS);
    }

    private boolean setTimer(long delayNs) {
        timing = context.timer(delayNs, VideoProtocol.FIRST_KEEPING_HANDLER + slot, 0);
        return timing;
    }

    /** The window is about to move, and what arrives meanwhile is not shown. */
    void pause(int move) {
        stop(move, agreement.onPause(move));
        if (!agreement.isDrawing() && !agreement.isKeeping()) {
            dropWaiting();
        }
    }

    private void stop(int move, MoveAgreement.Reaction reaction) {
        switch (reaction) {
            case FENCE -> {
                // Without room for it the order stays unanswered, and comes again.
                fence = fence + 1 & Integer.MAX_VALUE;
                context.afterTransfers(VideoProtocol.FIRST_FENCE_HANDLER + slot, fence);
            }
            case ANSWER -> answer(move, VideoProtocol.ANSWER_STOPPED);
            default -> {
                // It is late.
            }
        }
    }

    /** Of all that was drawn before a move was proposed no byte lands any more. */
    void onFencePassed(Message message) {
        if (message.kind() != Message.Kind.TRANSFER) {
            counters.refused.increment();
        } else if (message.word(0) == GO_ON) {
            onTransfersEnded();
        } else if (message.word(0) == fence && agreement.onFencePassed()) {
            answer(agreement.number(), VideoProtocol.ANSWER_STOPPED);
        }
    }

    /** All transfers have ended that were under way when packets had to wait for one. */
    private void onTransfersEnded() {
        goingOn = false;
        // Who finds none even now gives one packet up before it waits again, so that waiting has an end whatever it is that is missing.
        ended = true;
        goOn();
        ended = false;
    }

    /** The window is in its place. */
    void settle(Message message) {
        int move = message.word(VideoProtocol.MOVE);
        if (!isFrame(message, VideoProtocol.FRAME)) {
            answer(move, VideoProtocol.ANSWER_REFUSED);
            return;
        }
        MoveAgreement.Reaction reaction = agreement.onSettle(move);
        if (shown && reaction == MoveAgreement.Reaction.NONE) {
            return;
        }
        answer(move, VideoProtocol.ANSWER_SETTLED);
        if (!shown || reaction != MoveAgreement.Reaction.SETTLE) {
            return;
        }
        if (place.hasFrame()) {
            takeFrame(message, VideoProtocol.FRAME);
        }
        Surface target = surface;
        if (message.word(VideoProtocol.RENEW) != 0 || target == null || !target.isValid()) {
            window = message.word(VideoProtocol.SETTLE_WINDOW);
            awaited = true;
            update();
            keepWhileAwaited();
        } else {
            place.on(target);
            drawWaiting();
        }
    }

    private void keepWhileAwaited() {
        if (awaited && !beginKeeping()) {
            awaited = false;
        }
    }

    /** The host or the display does not answer: packets hold buffers that the wire needs. */
    void onKeptTooLong(Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            counters.refused.increment();
            return;
        }
        timing = false;
        if (!awaited && !agreement.isKeeping()) {
            return;
        }
        long restNs = keepingSinceNs + KEEPING_NS - context.nowNs();
        // The timer may be of an earlier move.
        if (restNs <= 0 || !setTimer(restNs)) {
            // An answer that has not come by now may be lost, and is not counted on any more.
            asked = awaited ? 0 : asked;
            awaited = false;
            agreement.onKeptTooLong();
            dropWaiting();
        }
    }

    private void dropWaiting() {
        while (waitingCount > 0) {
            forgetFirst();
            counters.paused.increment();
        }
    }

    private void answer(int move, int answer) {
        OutgoingMessage message = context.message(context.host(VideoProtocol.HOST_MOVE_ANSWER));
        if (message != null) {
            message.word(0, slot).word(1, move).word(2, answer).send();
        }
        // Without a message the host asks again.
    }

    /** A packet that arrives while the window moves. */
    private void keep(Buffer buffer) {
        if ((awaited || agreement.isKeeping()) && letWait(buffer)) {
            counters.kept.increment();
        } else {
            counters.paused.increment();
        }
    }

    /** A packet of the stream has arrived. */
    void onPacket(Message message) {
        // What few packets need stands in methods of its own: a method costs its whole code.
        Buffer buffer = message.buffer();
        int found = packet.parse(buffer, format);
        if (found != VideoPacket.VIDEO) {
            refuse(buffer, found);
            return;
        }
        int sequence = packet.sequence;
        if (sequence != nextSequence) {
            countLoss(buffer, sequence);
        } else {
            nextSequence = sequence + 1 & 0xFFFF;
        }
        Surface target = surface;
        if (awaited || !agreement.isDrawing()) {
            keep(buffer);
        } else if (target == null || !target.isValid()) {
            missWindow();
        } else if (converter != null || waitingCount > 0) {
            follow(buffer, target);
        } else if (!draw(buffer, target)) {
            counters.noTransfer.increment();
        }
    }

    private void missWindow() {
        counters.noWindow.increment();
        if (shown && asked == 0) {
            // The display has revoked the rectangle, or could not be asked before.
            update();
        }
    }

    /** Draws a packet that is converted first, or lets one wait behind others. */
    private void follow(Buffer buffer, Surface target) {
        PixelConverter conversion = converter;
        if (conversion != null) {
            convert(conversion, buffer, target);
        } else if (!letWait(buffer)) {
            counters.noTransfer.increment();
        }
    }

    /** Counts a packet that cannot be drawn. It has arrived, so it is not lost, too. */
    private void refuse(Buffer buffer, int found) {
        counters.countUnusable(buffer, found);
        if (found != VideoPacket.NO_RTP && found != VideoPacket.CONTROL) {
            if (packet.sequence != nextSequence) {
                countLoss(buffer, packet.sequence);
            } else {
                nextSequence = packet.sequence + 1 & 0xFFFF;
            }
        } else if (found == VideoPacket.NO_RTP) {
            // Its number cannot be read, and may be the one that will be missing next.
            unnumbered = unnumberedBefore == nextSequence ? unnumbered + 1 : 1;
            unnumberedBefore = nextSequence;
        }
    }

    /**
     * A packet is not the next one of its stream. GStreamer leaves the extended part of the sequence number 0, so loss is counted on 16
     * bits. Another sender begins a stream of its own, whose numbers have nothing to do with those before. (One that goes on with the very
     * next number is noticed at its first gap: to look at each packet has its price.)
     */
    private void countLoss(Buffer buffer, int sequence) {
        int from = VideoPacket.source(buffer);
        boolean begins = nextSequence < 0 || from != source;
        int gap = begins ? 0 : sequence - nextSequence & 0xFFFF;
        // A gap in the upper half is a late packet, or a sender that began again.
        if (gap > 0 && gap < 0x8000) {
            counters.lost.add(Math.max(0, gap - (unnumberedBefore == nextSequence ? unnumbered : 0)));
        }
        if (begins) {
            counters.streams.increment();
            source = from;
        }
        boolean late = gap > 0xFF00;
        if (!late) {
            nextSequence = sequence + 1 & 0xFFFF;
            // A stream that comes back to the same number later does not find there what came before another.
            unnumberedBefore = -1;
        }
    }

    /** Draws the packet that was parsed last and counts it; false when there is no transfer, and nothing was done. */
    private boolean draw(Buffer buffer, Surface target) {
        TransferRequest transfer = context.transfer(buffer, target);
        if (transfer == null) {
            return false;
        }
        VideoPacket found = packet;
        Placement where = place;
        int pixelBytes = format.bytesPerPixel();
        int hiddenBytes = where.columnsHidden * pixelBytes;
        int lineBytes = where.width * pixelBytes;
        int leftBytes = where.left * pixelBytes;
        int hidden = where.linesHidden;
        int top = where.top;
        int height = where.height;
        int data = found.data;
        int count = found.lines;
        for (int i = 0; i < count && transfer != null; i++) {
            int line = found.line[i] - hidden;
            int from = found.column[i] * pixelBytes - hiddenBytes;
            int bytes = found.bytes[i];
            if (line >= 0 && line < height) {
                if (from < 0 || from + bytes > lineBytes) {
                    transfer = runClipped(transfer, buffer, target, data, from, top + line, bytes);
                } else if (!transfer.run(data, leftBytes + from, top + line, bytes)) {
                    transfer = runInNext(transfer, buffer, target, data, leftBytes + from, top + line, bytes);
                }
            }
            data += bytes;
        }
        if (transfer == null) {
            counters.noTransfer.increment();
        } else if (transfer.runs() == 0) {
            transfer.cancel();
            counters.outside.increment();
        } else {
            transfer.submit();
            counters.drawn.increment();
        }
        return true;
    }

    /** Adds what is in the picture of a line that leaves it to the left or to the right; returns as {@link #runInNext} does. */
    private @Nullable TransferRequest runClipped(TransferRequest transfer, Buffer buffer, Surface target, int data, int from, int line,
        int bytes) {
        counters.cutLines.increment();
        int pixelBytes = format.bytesPerPixel();
        int left = Math.max(from, 0);
        int right = Math.min(from + bytes, place.width * pixelBytes);
        if (right <= left) {
            return transfer;
        }
        int at = place.left * pixelBytes + left;
        return transfer.run(data + left - from, at, line, right - left) ? transfer
            : runInNext(transfer, buffer, target, data + left - from, at, line, right - left);
    }

    /** Submits a transfer that is full and begins the next one with a run; returns that, or null when there is none. */
    private @Nullable TransferRequest runInNext(TransferRequest full, Buffer buffer, Surface target, int data, int at, int line,
        int bytes) {
        full.submit();
        TransferRequest next = context.transfer(buffer, target);
        if (next != null) {
            next.run(data, at, line, bytes);
        }
        return next;
    }
}
