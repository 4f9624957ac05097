package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.SequenceExtension;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.perf.benchmarks.BenchLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One extension that is replaced again and again while it gets messages: this thread is the host, which sends message after message as the
 * clock says, whether or not the card keeps up. The card has a thread of its own, or takes turns with the host on this one.
 *
 * <p>A message that is due while the card has no free frame is held here and sent as soon as there is one: it is late, not lost.
 */
final class ReplaceRun {
    private static final long PATIENCE_NS = 30_000_000_000L;

    /**
     * Messages of one stretch of time.
     *
     * @param name what happened meanwhile
     * @param sent how many were sent
     * @param held how many of them were due while the card had no free frame
     * @param ns how long it took
     */
    record Phase(String name, long sent, long held, long ns) {
        double perSecond() {
            return sent * 1e9 / ns;
        }
    }

    /**
     * One replacement, from the request to the first report of the new version.
     *
     * @param pauseNs the longest time between two messages that the extension handled, nanoseconds
     * @param waited the most messages that were due and not sent at one time; up to 128 more wait in frames and in the card's queue
     * @param answeredNs from the request to its answer, nanoseconds
     */
    record Replacement(long pauseNs, long waited, long answeredNs) {}

    /**
     * What the extension says.
     *
     * @param handled messages that it has handled, over all versions
     * @param checksum over their numbers
     * @param longestNs the longest time between two of them since the last report
     * @param disordered how many were not the next one
     * @param versions how many versions there were before this one
     */
    record Report(long handled, long checksum, long longestNs, int disordered, int versions) {}

    /**
     * What came of it.
     *
     * @param sent messages that were sent
     * @param checksum over their numbers
     * @param last what the extension says in the end
     * @param phases stretches of time
     * @param replacements one by one
     */
    record Result(long sent, long checksum, Report last, List<Phase> phases, List<Replacement> replacements) {}

    private final BenchCard card = new BenchCard();
    private final List<byte[]> images;
    private final BenchLayout layout;
    private final long perSecond;
    private final int instance;
    private final BenchCard.Answers answers = this::take;
    private final List<Phase> phases = new ArrayList<>();
    private final List<Replacement> replacements = new ArrayList<>();
    private @Nullable Report report;
    private @Nullable String refusal;
    private boolean replaced;
    private int version;
    private long sent;
    private long checksum;
    /** What was sent before the last question. */
    private long sentBefore;
    private long checksumBefore;
    private long held;
    private long heldUpTo;
    private long waited;
    private long origin;
    private long originSent;

    /**
     * Loads the first version.
     *
     * @param layout of host and card
     * @param images of the versions that take turns
     * @param perSecond how many messages are due in a second; {@link Long#MAX_VALUE} for as many as the card takes
     */
    ReplaceRun(BenchLayout layout, List<byte[]> images, long perSecond) {
        this.images = images;
        this.layout = layout;
        this.perSecond = perSecond;
        card.listen(SequenceExtension.ANSWERS);
        instance = card.load(images.getFirst(), "");
    }

    /**
     * Runs.
     *
     * @param warmUps replacements before the first phase, which are not reported
     * @param warmUpBetween messages from the beginning of one of them to the next
     * @param steady messages without a replacement
     * @param times how many replacements
     * @param between messages from the beginning of one replacement to the next
     */
    Result run(int warmUps, long warmUpBetween, long steady, int times, long between) throws InterruptedException {
        AtomicBoolean stopped = new AtomicBoolean(layout == BenchLayout.ONE_CORE);
        Thread processor = Thread.ofPlatform().daemon().name("card").start(() -> {
            while (!stopped.get()) {
                if (card.cycle() == 0) {
                    Thread.onSpinWait();
                }
            }
        });
        try {
            restart();
            for (int i = 0; i < warmUps; i++) {
                replace(warmUpBetween);
            }
            replacements.clear();
            ask();
            phase("no replacement", () -> send(steady));
            phase(times + " replacements", () -> {
                for (int i = 0; i < times; i++) {
                    replace(between);
                }
            });
            phase("no replacement", () -> send(steady));
            Report last = ask();
            return new Result(sentBefore, checksumBefore, last, phases, replacements);
        } finally {
            stopped.set(true);
            processor.join();
        }
    }

    /** From now on messages are due by a clock that begins now. */
    private void restart() {
        origin = System.nanoTime();
        originSent = sent;
        heldUpTo = sent;
    }

    private void phase(String name, Runnable work) {
        restart();
        long before = sent;
        long heldBefore = held;
        work.run();
        phases.add(new Phase(name, sent - before, held - heldBefore, System.nanoTime() - origin));
    }

    private void send(long messages) {
        long end = sent + messages;
        while (sent < end) {
            step();
        }
    }

    /** Lets the card work, takes what has come. */
    private void turn() {
        if (layout == BenchLayout.ONE_CORE) {
            card.cycle();
        }
        card.poll(answers);
    }

    /** Sends what is due, takes what has come. */
    private void step() {
        turn();
        sendWhatIsDue();
    }

    private void sendWhatIsDue() {
        long due = due(System.nanoTime());
        waited = Math.max(waited, due - sent);
        while (sent < due) {
            if (!card.small(instance, SequenceExtension.NUMBERED, (int) sent, (int) (sent >>> 32))) {
                heldUpTo = due;
                return;
            }
            held += sent < heldUpTo ? 1 : 0;
            checksum = SequenceExtension.with(checksum, sent);
            sent++;
            if (perSecond == Long.MAX_VALUE) {
                return;
            }
        }
    }

    private long due(long now) {
        if (perSecond == Long.MAX_VALUE) {
            return sent + 1;
        }
        return originSent + (long) ((now - origin) * (perSecond / 1e9));
    }

    private void replace(long between) {
        long end = sent + between;
        replaced = false;
        ask();
        waited = 0;
        long begin = System.nanoTime();
        byte[] image = images.get(++version % images.size());
        waitFor(() -> card.beginReplace(instance, image));
        waitFor(() -> replaced);
        long answered = System.nanoTime() - begin;
        if (refusal != null) {
            throw new IllegalStateException("the replacement was refused: " + refusal);
        }
        Report after = ask();
        replacements.add(new Replacement(after.longestNs(), waited, answered));
        while (sent < end) {
            step();
        }
    }

    /** Goes on sending until the extension has answered. */
    private Report ask() {
        report = null;
        // What is due now comes before: the first of it tells how long the extension had nothing.
        step();
        waitFor(this::sendQuestion);
        waitFor(() -> report != null);
        Report answer = report;
        if (answer == null) {
            throw new IllegalStateException("the report has gone");
        }
        return answer;
    }

    private boolean sendQuestion() {
        sentBefore = sent;
        checksumBefore = checksum;
        return card.small(instance, SequenceExtension.REPORT, 0, 0);
    }

    private void waitFor(BooleanSupplier condition) {
        long limit = System.nanoTime() + PATIENCE_NS;
        // What is asked for takes a frame first: messages that are due may take all that there are.
        for (turn(); !condition.getAsBoolean(); turn()) {
            sendWhatIsDue();
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("the card has not answered for 30 seconds");
            }
        }
    }

    private static long words(MessageFrame reply, int index) {
        return reply.word(index) & 0xFFFF_FFFFL | (long) reply.word(index + 1) << 32;
    }

    private void take(MessageFrame reply) {
        if (reply.function() == Function.SMALL_MESSAGE) {
            report = new Report(words(reply, 4), words(reply, 6), words(reply, 8), reply.word(10), reply.word(11));
        } else if (reply.initiatorContext() == BenchCard.REPLACED) {
            refusal = reply.requestStatus() == 0 ? null : card.verdict(reply);
            replaced = true;
        }
    }
}
