package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/** Answers to the host's orders, in order; they wait while the host takes none. */
final class Answers {
    private static final int MAX_WAITING = 64;
    private static final long FIRST_NS = 20_000;
    private static final long LAST_NS = 1_000_000;

    private final ExtensionContext context;
    private final Route host;
    private final Counter lost;
    private final Counter malformed;
    private final int[][] ring = new int[MAX_WAITING][Message.WORDS];
    private int first;
    private int count;
    private boolean isTimed;
    private long waitNs = FIRST_NS;

    Answers(ExtensionContext context) {
        this.context = context;
        host = context.host(PanicProtocol.HOST_ANSWER);
        malformed = context.counter("messages malformed");
        lost = context.counter("answers lost: the host took none");
        context.onMessage(PanicProtocol.ANSWER, this, Answers::onTimer);
    }

    /** Enters an answer without details. */
    void add(int request, PanicStatus status) {
        begin(request, status);
    }

    /** Enters an answer. {@return its words, of which 2 to 11 may be filled until {@link #flush}} */
    int[] begin(int request, PanicStatus status) {
        if (count == MAX_WAITING) {
            lost.increment();
            first = (first + 1) % MAX_WAITING;
            count--;
        }
        int[] words = ring[(first + count) % MAX_WAITING];
        count++;
        for (int i = 0; i < Message.WORDS; i++) {
            words[i] = 0;
        }
        words[0] = request;
        words[1] = status.ordinal();
        return words;
    }

    /** Sends what the host takes now. */
    void flush() {
        while (count > 0) {
            OutgoingMessage message = context.message(host);
            if (message == null) {
                if (!isTimed) {
                    isTimed = context.timer(waitNs, PanicProtocol.ANSWER, 0);
                    waitNs = Math.min(2 * waitNs, LAST_NS);
                }
                return;
            }
            int[] words = ring[first];
            for (int i = 0; i < Message.WORDS; i++) {
                message.word(i, words[i]);
            }
            message.send();
            first = (first + 1) % MAX_WAITING;
            count--;
            waitNs = FIRST_NS;
        }
    }

    private void onTimer(Message message) {
        if (message.kind() == Message.Kind.TIMER) {
            isTimed = false;
            flush();
        } else {
            malformed.increment();
        }
    }
}
