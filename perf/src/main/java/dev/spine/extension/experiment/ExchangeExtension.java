package dev.spine.extension.experiment;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ServiceException;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges messages with itself on all other nodes: from a time on it sends so many to others, has at most a window of them unanswered,
 * and answers what it gets. Counters {@code sent}, {@code received} and {@code answered} tell how far it is, {@code sum} what it has been
 * sent.
 *
 * <p>Parameters: {@code node} its number and {@code nodes} how many there are, which have the addresses from {@link #FIRST_ADDRESS} on;
 * {@code messages}, {@code window}; {@code begin} in nanoseconds; {@code step}: of two messages the second goes so many nodes further than
 * the first; all nodes have the same, so each step is a permutation. For other patterns see the package {@code storm}.
 */
public final class ExchangeExtension implements Extension {
    /** The hardware address of node 0. */
    public static final long FIRST_ADDRESS = 0x0253_504E_0000L;

    private static final int BEGIN = 1;
    private static final int REQUEST = 2;
    private static final int ANSWER = 3;
    private static final int INSTANCE = 1 << 8;
    private static final long AGAIN_NS = 20_000;

    private int node;
    private int nodes;
    private int messages;
    private int window;
    private int step;
    private int next;
    private int open;
    private @Nullable Counter sent;
    private @Nullable Counter received;
    private @Nullable Counter answered;
    private @Nullable Counter sum;

    /** Loaded by the runtime. */
    public ExchangeExtension() {}

    @Override
    public void start(ExtensionContext context) {
        node = number(context, "node");
        nodes = number(context, "nodes");
        messages = number(context, "messages");
        window = number(context, "window");
        step = number(context, "step");
        sent = context.counter("sent");
        received = context.counter("received");
        answered = context.counter("answered");
        sum = context.counter("sum");
        context.onMessage(BEGIN, context, this::go);
        context.onMessage(REQUEST, context, this::answer);
        context.onMessage(ANSWER, context, this::goOn);
        context.timer(Math.max(0, number(context, "begin") - context.nowNs()), BEGIN, 0);
    }

    private static int number(ExtensionContext context, String name) {
        String text = context.parameter(name);
        if (text == null) {
            throw new ServiceException("parameter '" + name + "' is missing");
        }
        return Integer.parseInt(text);
    }

    private void go(ExtensionContext context, Message message) {
        while (open < window && next < messages) {
            // Never to itself: of nodes - 1 others.
            int other = (int) ((node + 1L + (long) next * step % (nodes - 1)) % nodes);
            OutgoingMessage request = context.message(context.network(FIRST_ADDRESS + other, INSTANCE | REQUEST));
            if (request == null) {
                context.timer(AGAIN_NS, BEGIN, 0);
                return;
            }
            request.word(0, node).word(1, next).answerTo(ANSWER).send();
            next++;
            open++;
            add(sent, 1);
        }
    }

    private void answer(ExtensionContext context, Message message) {
        add(received, 1);
        add(sum, message.word(0) + message.word(1));
        OutgoingMessage answer = context.message(message.source());
        if (answer != null) {
            answer.word(0, message.word(1)).send();
        }
    }

    private void goOn(ExtensionContext context, Message message) {
        open--;
        add(answered, 1);
        go(context, message);
    }

    private static void add(@Nullable Counter counter, long amount) {
        if (counter != null) {
            counter.add(amount);
        }
    }
}
