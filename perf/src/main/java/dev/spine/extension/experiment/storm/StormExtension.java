package dev.spine.extension.experiment.storm;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.experiment.ExchangeExtension;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to itself on other nodes from a time on until another, has at most a window of them unanswered, and answers what it gets.
 * A message that comes back because its receiver was full is sent again; one that is not answered in time is given up, if there is such a
 * time.
 *
 * <p>Parameters: {@code node}; {@code targets}, the nodes that it sends to in turn, joined by commas, whose addresses are those of
 * {@link ExchangeExtension}; {@code window}; {@code level} as in {@link ServiceLevel}; {@code begin} and {@code until} in nanoseconds;
 * {@code patience}, nanoseconds, 0 for no end; {@code in-step}, 1 when a message waits for those of others with lower numbers.
 *
 * <p>Counters. Of the sender: {@code sent} messages, each once; {@code answered}, of which {@code in-time} before the end; {@code
 * given-up}; {@code returned}, how often one came back and was sent again; {@code late} answers to what was given up; {@code held}, how
 * often nothing could be sent; {@code longest}, the most nanoseconds until an answer, and {@code t0} to {@code t51}, how many answers took
 * how long, see {@link #leastNs}. Of the receiver: {@code received}; {@code answers} that it has sent; {@code dropped}, those for which it
 * had no place.
 */
public final class StormExtension implements Extension {
    /** How many classes of latencies there are: four for each power of two. */
    public static final int CLASSES = 52;

    private static final int FIRST_POWER = 13;
    private static final int BEGIN = 1;
    private static final int REQUEST = 2;
    private static final int ANSWER = 3;
    private static final int BACK = 4;
    private static final int INSTANCE = 1 << 8;
    private static final long AGAIN_NS = 200_000;
    private static final int MAX_OWED = 256;
    private static final int FREE = -1;

    private Route[] routes = {};
    private int[] number = {};
    private long[] sentNs = {};
    private boolean[] again = {};
    private final @Nullable Route[] owedTo = new Route[MAX_OWED];
    private final int[] owed = new int[MAX_OWED];
    private int firstOwed;
    private int owedCount;
    private int node;
    private long untilNs;
    private long patienceNs;
    private boolean inStep;
    private int next;
    private int open;
    /** All messages of others with lower numbers have come; bit i: so has the one with that number and i more. */
    private int complete;
    private long early;
    private boolean ticking;
    private long longestNs;
    private final @Nullable Counter[] took = new Counter[CLASSES];
    private @Nullable Counter sent;
    private @Nullable Counter answered;
    private @Nullable Counter inTime;
    private @Nullable Counter givenUp;
    private @Nullable Counter returned;
    private @Nullable Counter late;
    private @Nullable Counter held;
    private @Nullable Counter longest;
    private @Nullable Counter received;
    private @Nullable Counter answers;
    private @Nullable Counter dropped;

    /** Loaded by the runtime. */
    public StormExtension() {}

    @Override
    public void start(ExtensionContext context) {
        node = (int) number(context, "node");
        untilNs = number(context, "until");
        patienceNs = number(context, "patience");
        inStep = number(context, "in-step") == 1;
        routes = routes(context, (int) number(context, "level"));
        int window = routes.length == 0 ? 0 : (int) number(context, "window");
        number = new int[window];
        sentNs = new long[window];
        again = new boolean[window];
        for (int slot = 0; slot < window; slot++) {
            number[slot] = FREE;
        }
        sent = context.counter("sent");
        answered = context.counter("answered");
        inTime = context.counter("in-time");
        givenUp = context.counter("given-up");
        returned = context.counter("returned");
        late = context.counter("late");
        received = context.counter("received");
        answers = context.counter("answers");
        context.onMessage(BEGIN, context, this::tick);
        context.onMessage(REQUEST, context, this::answer);
        context.onMessage(ANSWER, context, this::goOn);
        context.onMessage(BACK, context, this::cameBack);
        if (routes.length > 0) {
            ticking = context.timer(Math.max(0, number(context, "begin") - context.nowNs()), BEGIN, 0);
        }
    }

    private static String text(ExtensionContext context, String name) {
        String text = context.parameter(name);
        if (text == null) {
            throw new ServiceException("parameter '" + name + "' is missing");
        }
        return text;
    }

    private static long number(ExtensionContext context, String name) {
        return Long.parseLong(text(context, name));
    }

    private static Route[] routes(ExtensionContext context, int level) {
        String text = text(context, "targets");
        int count = text.isEmpty() ? 0 : 1;
        for (int i = 0; i < text.length(); i++) {
            count += text.charAt(i) == ',' ? 1 : 0;
        }
        Route[] made = new Route[count];
        int target = 0;
        int at = 0;
        for (int i = 0; i <= text.length() && count > 0; i++) {
            if (i < text.length() && text.charAt(i) != ',') {
                target = target * 10 + text.charAt(i) - '0';
            } else {
                made[at++] = context.network(ExchangeExtension.FIRST_ADDRESS + target, INSTANCE | REQUEST, levelOf(level),
                    level == 0 ? 0 : BACK);
                target = 0;
            }
        }
        return made;
    }

    private static ServiceLevel levelOf(int number) {
        return number == 0 ? ServiceLevel.UNRELIABLE : number == 1 ? ServiceLevel.RETURN_TO_SENDER : ServiceLevel.RELIABLE;
    }

    // --- as a sender

    private void tick(ExtensionContext context, Message message) {
        ticking = false;
        giveUp(context.nowNs());
        payDebts(context);
        sendAgain(context);
        fill(context);
    }

    private void giveUp(long nowNs) {
        if (patienceNs == 0) {
            return;
        }
        for (int slot = 0; slot < number.length; slot++) {
            if (number[slot] != FREE && nowNs - sentNs[slot] >= patienceNs) {
                end(slot);
                add(givenUp, 1);
            }
        }
    }

    private void end(int slot) {
        number[slot] = FREE;
        again[slot] = false;
        open--;
    }

    private void sendAgain(ExtensionContext context) {
        for (int slot = 0; slot < number.length; slot++) {
            if (again[slot]) {
                again[slot] = !send(context, slot);
            }
        }
    }

    private void fill(ExtensionContext context) {
        long nowNs = context.nowNs();
        boolean waits = owedCount > 0;
        boolean blocked = false;
        for (int slot = 0; slot < number.length && !blocked; slot++) {
            if (again[slot]) {
                waits = true;
            } else if (number[slot] == FREE && nowNs < untilNs && (!inStep || next <= complete)) {
                number[slot] = next;
                sentNs[slot] = nowNs;
                if (send(context, slot)) {
                    next++;
                    open++;
                    add(sent, 1);
                } else {
                    number[slot] = FREE;
                    blocked = true;
                }
            }
        }
        if (!ticking && (waits || blocked || patienceNs > 0 && open > 0)) {
            ticking = context.timer(AGAIN_NS, BEGIN, 0);
        }
    }

    private boolean send(ExtensionContext context, int slot) {
        OutgoingMessage request = context.message(routes[number[slot] % routes.length]);
        if (request == null) {
            held = held == null ? context.counter("held") : held;
            add(held, 1);
            return false;
        }
        request.word(0, node).word(1, number[slot]).answerTo(ANSWER).send();
        return true;
    }

    private int slotOf(int message) {
        for (int slot = 0; slot < number.length; slot++) {
            if (number[slot] == message) {
                return slot;
            }
        }
        return FREE;
    }

    private void goOn(ExtensionContext context, Message message) {
        int slot = slotOf(message.word(0));
        if (slot == FREE) {
            add(late, 1);
            return;
        }
        long nowNs = context.nowNs();
        long ns = nowNs - sentNs[slot];
        end(slot);
        add(answered, 1);
        if (nowNs < untilNs) {
            add(inTime, 1);
        }
        count(context, ns);
        fill(context);
    }

    /** What a full receiver has refused goes again with the next tick: at once it would find it full again. */
    private void cameBack(ExtensionContext context, Message message) {
        int slot = slotOf(message.word(1));
        if (slot == FREE) {
            return;
        }
        if (message.reason() == ReturnReason.RECEIVER_FULL) {
            add(returned, 1);
            again[slot] = true;
        } else {
            end(slot);
            add(givenUp, 1);
        }
        fill(context);
    }

    // --- as a receiver

    private void answer(ExtensionContext context, Message message) {
        add(received, 1);
        if (owedCount > 0 || !answer(context, message.source(), message.word(1))) {
            owe(context, message);
        }
        if (inStep) {
            early |= 1L << message.word(1) - complete;
            while ((early & 1) != 0) {
                early >>>= 1;
                complete++;
            }
            fill(context);
        }
    }

    private boolean answer(ExtensionContext context, Route to, int message) {
        OutgoingMessage answer = context.message(to);
        if (answer == null) {
            return false;
        }
        answer.word(0, message).send();
        add(answers, 1);
        return true;
    }

    private void owe(ExtensionContext context, Message message) {
        if (owedCount == MAX_OWED) {
            dropped = dropped == null ? context.counter("dropped") : dropped;
            add(dropped, 1);
        } else {
            int at = (firstOwed + owedCount++) % MAX_OWED;
            owedTo[at] = message.source();
            owed[at] = message.word(1);
        }
        payDebts(context);
        if (owedCount > 0 && !ticking) {
            ticking = context.timer(AGAIN_NS, BEGIN, 0);
        }
    }

    /** Answers that could not leave, in their order. */
    private void payDebts(ExtensionContext context) {
        while (owedCount > 0) {
            Route to = owedTo[firstOwed];
            if (to == null || !answer(context, to, owed[firstOwed])) {
                return;
            }
            firstOwed = (firstOwed + 1) % MAX_OWED;
            owedCount--;
        }
    }

    // --- what is counted

    private void count(ExtensionContext context, long ns) {
        if (ns > longestNs) {
            longest = longest == null ? context.counter("longest") : longest;
            add(longest, ns - longestNs);
            longestNs = ns;
        }
        int of = classOf(ns);
        Counter counter = took[of];
        if (counter == null) {
            counter = context.counter("t" + of);
            took[of] = counter;
        }
        counter.add(1);
    }

    private static int classOf(long ns) {
        int power = 63 - Long.numberOfLeadingZeros(ns | 1);
        int of = power < 2 ? 0 : (power - FIRST_POWER << 2) + ((int) (ns >>> power - 2) & 3);
        return of < 0 ? 0 : Math.min(of, CLASSES - 1);
    }

    /**
     * {@return the shortest time of a class of latencies, nanoseconds; all that are shorter than that of the first are in it as well, and
     * all that are longer in the last}
     *
     * @param of 0 to {@link #CLASSES}
     */
    public static long leastNs(int of) {
        return (4L + (of & 3)) << FIRST_POWER - 2 + (of >> 2);
    }

    private static void add(@Nullable Counter counter, long amount) {
        if (counter != null) {
            counter.add(amount);
        }
    }
}
