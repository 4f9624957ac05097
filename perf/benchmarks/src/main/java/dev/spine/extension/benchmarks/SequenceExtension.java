package dev.spine.extension.benchmarks;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.State;

/**
 * Counts numbered messages over all its versions, and notices whatever is missing, twice there, or out of order. The card's agent.
 *
 * <p>Handler {@link #NUMBERED} takes a number of 64 bits in words 0 and 1, low word first. Handler {@link #REPORT} answers the host's
 * handler {@link #ANSWERS} with six values: how many were handled, a checksum over their numbers in the order in which they came, the
 * longest time between two of them since the last report in nanoseconds (two words each, low word first), how many were not the next one,
 * and how many versions there were before this one.
 */
public final class SequenceExtension implements Replaceable {
    /** Takes the messages. */
    public static final int NUMBERED = 1;
    /** Asks for a report. */
    public static final int REPORT = 2;
    /** The host's handler that gets the reports. */
    public static final int ANSWERS = 6;

    private long handled;
    private long checksum;
    private long disordered;
    private long lastNs;
    private long longestNs;
    private long versions;

    /** Loaded by the runtime. */
    public SequenceExtension() {}

    /**
     * {@return the checksum with one number more}
     *
     * @param checksum of the numbers before
     * @param number the next one
     */
    public static long with(long checksum, long number) {
        return checksum * 31 + number;
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(NUMBERED, context, this::count);
        context.onMessage(REPORT, context, this::report);
    }

    private void count(ExtensionContext context, Message message) {
        long number = message.word(0) & 0xFFFF_FFFFL | (long) message.word(1) << 32;
        if (number != handled) {
            disordered++;
        }
        handled++;
        checksum = with(checksum, number);
        long now = context.nowNs();
        if (lastNs != 0 && now - lastNs > longestNs) {
            longestNs = now - lastNs;
        }
        lastNs = now;
    }

    private void report(ExtensionContext context, Message message) {
        Route host = context.host(ANSWERS);
        OutgoingMessage answer = context.message(host);
        if (answer == null) {
            return;
        }
        answer.word(0, (int) handled).word(1, (int) (handled >>> 32)).word(2, (int) checksum).word(3, (int) (checksum >>> 32))
            .word(4, (int) longestNs).word(5, (int) (longestNs >>> 32)).word(6, (int) disordered).word(7, (int) versions).send();
        longestNs = 0;
    }

    @Override
    public void save(State state) {
        state.put("handled", handled);
        state.put("checksum", checksum);
        state.put("disordered", disordered);
        state.put("last", lastNs);
        state.put("longest", longestNs);
        state.put("versions", versions + 1);
    }

    @Override
    public void restore(ExtensionContext context, State state) {
        handled = state.number("handled", 0);
        checksum = state.number("checksum", 0);
        disordered = state.number("disordered", 0);
        lastNs = state.number("last", 0);
        longestNs = state.number("longest", 0);
        versions = state.number("versions", 0);
        start(context);
    }
}
