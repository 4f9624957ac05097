package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Words that programs show to the host. They are gathered here and written into the control segment: entries first, then, when they have
 * landed, how many there are. The host's ring keeps the latest; here so many may wait for their transfer, and more are lost and counted.
 */
final class DisplayRing {
    private static final int ENTRIES = PanicProtocol.RING_ENTRIES;
    private static final int ENTRY_BYTES = PanicProtocol.ENTRY_WORDS * Integer.BYTES;
    private static final long AGAIN_NS = 20_000;

    /** What is under way. */
    private enum Step { NOTHING, ENTRIES, COUNT, PAUSE }

    private final ExtensionContext context;
    private final Counter lost;
    private final Counter malformed;
    /** The ring as the host has it, and behind it the count. */
    private final Buffer ring;
    private @Nullable HostRegion control;
    private int shown;
    private int landed;
    /** Those before it are written; they count when their transfer has ended. */
    private int written;
    private Step step = Step.NOTHING;
    /** Tells the transfers of this control segment from those of one before. */
    private int life;

    DisplayRing(ExtensionContext context) {
        this.context = context;
        malformed = context.counter("messages malformed");
        lost = context.counter("displayed values lost");
        ring = CardMemory.of(context, ENTRIES * ENTRY_BYTES + Integer.BYTES);
        context.onMessage(PanicProtocol.DISPLAYED, this, DisplayRing::onDisplayed);
    }

    /** Begins anew, with another control segment or none. */
    void attach(@Nullable HostRegion to) {
        lost.add(shown - landed);
        control = to;
        shown = 0;
        landed = 0;
        written = 0;
        step = Step.NOTHING;
        life++;
    }

    void show(int program, int value) {
        if (control == null || shown - landed == ENTRIES) {
            lost.increment();
            return;
        }
        int at = (shown & ENTRIES - 1) * ENTRY_BYTES;
        ring.put32(at, program);
        ring.put32(at + Integer.BYTES, value);
        shown++;
        if (shown - written >= PanicProtocol.RING_BATCH) {
            flush();
        }
    }

    /** Writes what was gathered. */
    void flush() {
        if (step != Step.NOTHING || shown == landed) {
            return;
        }
        int at = landed & ENTRIES - 1;
        int count = Math.min(Math.min(shown - landed, PanicProtocol.RING_BATCH), ENTRIES - at);
        if (begin(at * ENTRY_BYTES, PanicProtocol.RING_WORD * Integer.BYTES + at * ENTRY_BYTES, count * ENTRY_BYTES)) {
            written = landed + count;
            step = Step.ENTRIES;
        }
    }

    private void writeCount() {
        ring.put32(ENTRIES * ENTRY_BYTES, written);
        if (begin(ENTRIES * ENTRY_BYTES, PanicProtocol.DISPLAY_COUNT_WORD * Integer.BYTES, Integer.BYTES)) {
            step = Step.COUNT;
        }
    }

    private boolean begin(int from, int to, int bytes) {
        HostRegion region = control;
        if (region == null || !region.isValid()) {
            attach(null);
            return false;
        }
        TransferRequest request = context.transfer(ring, region);
        if (request == null) {
            step = Step.PAUSE;
            if (!context.timer(AGAIN_NS, PanicProtocol.DISPLAYED, life)) {
                step = Step.NOTHING;
            }
            return false;
        }
        request.copy(from, to, bytes);
        request.submit(PanicProtocol.DISPLAYED, life);
        return true;
    }

    private void onDisplayed(Message message) {
        boolean isTimer = message.kind() == Message.Kind.TIMER;
        if (!isTimer && message.kind() != Message.Kind.TRANSFER) {
            malformed.increment();
            return;
        }
        if (message.word(0) != life) {
            return;
        }
        Step ended = step;
        step = Step.NOTHING;
        if (!isTimer && message.word(1) != 0) {
            attach(null);
        } else if (ended == Step.ENTRIES || ended == Step.PAUSE && written > landed) {
            writeCount();
        } else {
            landed = written;
            flush();
        }
    }
}
