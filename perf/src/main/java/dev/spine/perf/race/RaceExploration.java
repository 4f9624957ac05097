package dev.spine.perf.race;

import dev.spine.device.wire.capture.Pace;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.window.MoveLink;
import dev.spine.extension.host.window.MoveTimes;
import dev.spine.extension.host.window.SurfaceRight;
import dev.spine.extension.host.window.WindowFrame;
import dev.spine.extension.video.VideoExtension;
import dev.spine.iop.engine.modelled.EngineEvent;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.profile.ProfileFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tries all orders in which messages, packets and transfers can follow each other while a window moves, at small size, on the whole system:
 * host, card with the loaded extension, and display.
 *
 * <p>The engine runs until nothing happens any more but what is held; then one of the held effects is released, or the window is moved once
 * more. Each sequence of choices is executed anew (stateless replay), on one engine and one system, which is not built again but brought
 * back to rest: all that is held is let go, and the window goes back. What one agent delivers to one list stays in its order.
 * Two sequences in which each bus agent meets the same things in the same order lead to the same state, whatever happens beside each
 * other in them: bus agents share nothing but messages and the screen, on which transfers and moves meet. So a state is known by these
 * orders, and is left when it was there before.
 */
public final class RaceExploration implements AutoCloseable {
    /** No more than a drag of this size can be explored to its end. */
    public static final int MAX_MOVES = 3;
    /** The packets of such a drag. */
    public static final int MAX_PACKETS = 8;
    private static final int WIDTH = 16;
    private static final int FAR = 20;
    private static final String MOUSE = "mouse";
    private static final String TIME = "time";
    /** What happens within this time of its cause is waited for, 20 us; transfers and steps are shorter. */
    private static final long QUIET_NS = 20_000;
    /** Nothing may time out while something is held; a lost message is waited for so long. */
    private static final long ANSWER_NS = 1_000_000_000L;
    private static final int MAX_CHOICES = 10_000;

    /** A message that is lost, or none. */
    public sealed interface Loss {
        /** Nothing is lost. */
        record None() implements Loss {}

        /**
         * Some orders of the host, one after the other.
         *
         * @param first of them, from 0
         * @param count how many
         */
        record Orders(int first, int count) implements Loss {}

        /**
         * An answer of the extension.
         *
         * @param number of the answer, from 0
         */
        record Answer(int number) implements Loss {}
    }

    /**
     * What was found.
     *
     * @param states that are different
     * @param runs that were executed to find them
     * @param orders that lead through them from beginning to end
     * @param ordersWithStrays of these, those that end with pixels outside
     * @param ends states in which everything has happened
     * @param endsWithStrays ends with pixels that were drawn outside
     * @param endsWithMissed ends with packets that were not drawn as a whole
     * @param endsNotAtRest ends in which the window still waits for something
     * @param shortestStray a shortest sequence of choices that was found to draw a pixel outside, or null
     */
    public record Found(int states, int runs, double orders, double ordersWithStrays, int ends, int endsWithStrays, int endsWithMissed,
        int endsNotAtRest, @Nullable List<String> shortestStray) {}

    /** A state: what each bus agent has met. */
    private record Key(long host, long nic, long screen) {}

    private final RaceScale scale;
    private final Loss loss;
    private final HoldingSchedule schedule = new HoldingSchedule();
    private final ModelledEngine engine;
    private final RaceRun run;
    private final List<WindowFrame> frames = new ArrayList<>();
    private final Map<Key, Map<String, Key>> states = new LinkedHashMap<>();
    private final Set<Key> strayed = new HashSet<>();
    private int ends;
    private int endsWithStrays;
    private int endsWithMissed;
    private int endsNotAtRest;
    private int runs;
    private @Nullable List<String> shortestStray;

    // Of the run that is executed.
    private final Map<String, Integer> sequence = new HashMap<>();
    private long hostHistory;
    private long nicHistory;
    private long screenHistory;
    private int moved;
    private int orders;
    private int answers;
    /** The state before the last choice that was taken. */
    private @Nullable Key beforeLast;

    /**
     * A system at rest.
     *
     * @param variant how the window is moved
     * @param moves 1 to 3
     * @param packets 1 to 8, of one line each
     * @param image the extension's jar
     * @param loss which message is lost
     */
    public RaceExploration(RaceVariant variant, int moves, int packets, byte[] image, Loss loss) {
        if (moves < 1 || moves > MAX_MOVES || packets < 1 || packets > MAX_PACKETS) {
            throw new IllegalArgumentException("1 to " + MAX_MOVES + " moves and 1 to " + MAX_PACKETS + " packets can be explored, not "
                + moves + " and " + packets);
        }
        this.loss = loss;
        this.scale = new RaceScale(WIDTH, packets, WIDTH + FAR * MAX_MOVES, packets + FAR, 1, 1, 1e6, moves, 1);
        this.engine = new ModelledEngine(ProfileFile.find("lanai-33 with iop.cycles.unit=0.05"), 1);
        engine.schedule(schedule);
        this.run = new RaceRun(new RaceRun.Parts(variant, scale, new MoveTimes(ANSWER_NS, 3), image, Losing::new), engine);
        run.loseAnswers(_ -> loss instanceof Loss.Answer(int lost) && answers++ == lost);
        for (int i = 1; i <= moves; i++) {
            frames.add(new WindowFrame(i * FAR, i, WIDTH, packets));
        }
    }

    /**
     * A system at rest with the extension as it is and no loss.
     *
     * @param variant how the window is moved
     * @param moves 1 to 3
     * @param packets 1 to 8, of one line each
     */
    public RaceExploration(RaceVariant variant, int moves, int packets) {
        this(variant, moves, packets, PackagedExtension.image("video", VideoExtension.class), new Loss.None());
    }

    /** Loses one order. */
    private final class Losing implements MoveLink {
        private final MoveLink way;

        Losing(MoveLink way) {
            this.way = way;
        }

        private boolean arrives() {
            int number = orders++;
            return !(loss instanceof Loss.Orders(int first, int count) && number >= first && number < first + count);
        }

        @Override
        public void propose(int move, WindowFrame to) {
            if (arrives()) {
                way.propose(move, to);
            }
        }

        @Override
        public void pause(int move) {
            if (arrives()) {
                way.pause(move);
            }
        }

        @Override
        public void settle(int move, WindowFrame frame, int surface, SurfaceRight right) {
            if (arrives()) {
                way.settle(move, frame, surface, right);
            }
        }
    }

    /**
     * Explores.
     *
     * @return what was found
     */
    public Found explore() {
        Deque<List<String>> open = new ArrayDeque<>();
        open.push(List.of());
        while (!open.isEmpty()) {
            List<String> prefix = open.pop();
            begin();
            for (String choice : prefix) {
                take(choice);
            }
            goOn(prefix, open);
            finish();
            runs++;
        }
        return new Found(states.size(), runs, orders(_ -> true), orders(strayed::contains), ends, endsWithStrays, endsWithMissed,
            endsNotAtRest, shortestStray);
    }

    /**
     * Executes every order there is, whether or not its states are known: what exploring finds in a shorter time must be the same.
     *
     * @return how many orders there are, and how many of them end with pixels outside
     */
    long[] everyOrder() {
        long[] found = new long[2];
        Deque<List<String>> open = new ArrayDeque<>();
        open.push(List.of());
        while (!open.isEmpty()) {
            List<String> path = new ArrayList<>(open.pop());
            begin();
            path.forEach(this::take);
            for (List<String> enabled = enabled(); !enabled.isEmpty(); enabled = enabled()) {
                for (String other : enabled.subList(1, enabled.size())) {
                    List<String> branch = new ArrayList<>(path);
                    branch.add(other);
                    open.push(branch);
                }
                path.add(enabled.getFirst());
                take(enabled.getFirst());
            }
            found[0]++;
            found[1] += run.watch().strayPixels() > 0 ? 1 : 0;
            finish();
        }
        return found;
    }

    /**
     * Executes one sequence of choices, and then the first one each time.
     *
     * @param choices names of channels, as in a result
     * @return what it came to
     */
    RaceOutcome replay(List<String> choices) {
        begin();
        for (String choice : choices) {
            take(choice);
        }
        for (List<String> enabled = enabled(); !enabled.isEmpty(); enabled = enabled()) {
            take(enabled.getFirst());
        }
        RaceOutcome outcome = new RaceOutcome(run.watch().strayPixels(), run.watch().strayLines(), run.watch().refusedLines(),
            run.watch().packetsMissed(), run.watch().framesMissed(), 1, run.window().counters(), 0, 0);
        finish();
        return outcome;
    }

    /** Goes on from the end of a prefix with first choices, and notes the others, until a state that is known. */
    private void goOn(List<String> prefix, Deque<List<String>> open) {
        List<String> path = new ArrayList<>(prefix);
        Key last = null;
        String taken = "";
        // The state before the last choice of the prefix is known; it wants to know where that has led.
        if (!prefix.isEmpty()) {
            last = beforeLast;
            taken = prefix.getLast();
        }
        while (true) {
            Key key = new Key(hostHistory, nicHistory, screenHistory);
            if (last != null) {
                Objects.requireNonNull(states.get(last)).put(taken, key);
            }
            if (states.containsKey(key)) {
                return;
            }
            states.put(key, new LinkedHashMap<>());
            List<String> enabled = enabled();
            if (enabled.isEmpty()) {
                end(key, path);
                return;
            }
            for (int i = enabled.size() - 1; i > 0; i--) {
                List<String> other = new ArrayList<>(path);
                other.add(enabled.get(i));
                open.push(other);
            }
            last = key;
            taken = enabled.getFirst();
            path.add(taken);
            if (path.size() > MAX_CHOICES) {
                throw new IllegalStateException("after " + MAX_CHOICES + " choices things still happen: " + enabled);
            }
            take(taken);
        }
    }

    private void end(Key key, List<String> path) {
        ends++;
        endsWithMissed += run.watch().packetsMissed() > 0 ? 1 : 0;
        endsNotAtRest += run.window().isAtRest() ? 0 : 1;
        if (run.watch().strayPixels() > 0) {
            endsWithStrays++;
            strayed.add(key);
            if (shortestStray == null || path.size() < shortestStray.size()) {
                shortestStray = List.copyOf(path);
            }
        }
    }

    private void begin() {
        sequence.clear();
        hostHistory = 0;
        nicHistory = 0;
        screenHistory = 0;
        moved = 0;
        orders = 0;
        answers = 0;
        beforeLast = null;
        run.watch().forget();
        schedule.hold();
        run.begin(List.of(), 1, new Pace.Even(Pace.Even.MAX_RATE));
        quiet();
    }

    /** Everything that is left happens, and the window goes back. */
    private void finish() {
        schedule.release();
        for (List<String> held = schedule.held(); !held.isEmpty(); held = schedule.held()) {
            held.forEach(schedule::release);
            quiet();
        }
        loseNothing();
        engine.advanceTo(engine.nowNs() + 4 * ANSWER_NS);
        WindowFrame first = new WindowFrame(0, 0, scale.width(), scale.height());
        run.system().await("the window's return", () -> run.window().move(first));
        engine.advanceTo(engine.nowNs() + ANSWER_NS);
    }

    private void loseNothing() {
        orders = Integer.MIN_VALUE;
        answers = Integer.MIN_VALUE;
    }

    /** What can happen next. */
    private List<String> enabled() {
        List<String> enabled = new ArrayList<>(schedule.held());
        enabled.sort(null);
        if (moved < frames.size()) {
            enabled.add(MOUSE);
        }
        // Somebody waits in vain only when no message is in flight; packets may come before or after.
        if (!run.window().isAtRest() && (enabled.isEmpty() || !(loss instanceof Loss.None)
            && enabled.stream().noneMatch(channel -> channel.endsWith(" post")))) {
            enabled.add(TIME);
        }
        return enabled;
    }

    private void take(String choice) {
        beforeLast = new Key(hostHistory, nicHistory, screenHistory);
        long met = mix(choice.hashCode(), sequence.merge(choice, 1, Integer::sum));
        switch (choice) {
            case MOUSE -> {
                hostHistory = mix(hostHistory, met);
                WindowFrame to = frames.get(moved++);
                run.system().tasks().run(() -> run.window().move(to));
            }
            case TIME -> {
                hostHistory = mix(hostHistory, met);
                nicHistory = mix(nicHistory, met);
                engine.advanceTo(engine.nowNs() + ANSWER_NS);
            }
            default -> {
                // Bytes land on the screen when a transfer ends, of which the card hears.
                boolean transfer = choice.contains("> dma");
                String to = choice.substring(choice.indexOf('>') + 1);
                hostHistory = to.contains(" to host ") ? mix(hostHistory, met) : hostHistory;
                nicHistory = transfer || to.contains(" to nic ") || to.contains(" arrivals") ? mix(nicHistory, met) : nicHistory;
                screenHistory = transfer || to.contains(" to screen ") ? mix(screenHistory, met) : screenHistory;
                schedule.release(choice);
            }
        }
        quiet();
    }

    private static long mix(long history, long met) {
        long mixed = (history ^ met) * 0x9E37_79B9_7F4A_7C15L + 0xD6E8_FEB8_6659_FD93L;
        return mixed ^ mixed >>> 29;
    }

    /** Runs until nothing follows any more; timers are far away. */
    private void quiet() {
        List<EngineEvent> next;
        do {
            engine.advanceTo(engine.nowNs() + QUIET_NS);
            next = engine.pending(1);
        } while (!next.isEmpty() && next.getFirst().timePs() < (engine.nowNs() + QUIET_NS) * 1_000);
    }

    /** How many ways lead from the first state to ends that count. */
    private double orders(Predicate<Key> counts) {
        Map<Key, Double> ways = new HashMap<>();
        Key first = states.keySet().iterator().next();
        Deque<Key> path = new ArrayDeque<>();
        path.push(first);
        while (!path.isEmpty()) {
            Key key = path.peek();
            Map<String, Key> children = Objects.requireNonNull(states.get(key));
            Key open = children.values().stream().filter(child -> !ways.containsKey(child)).findFirst().orElse(null);
            if (open != null) {
                path.push(open);
            } else {
                path.pop();
                double end = counts.test(key) ? 1 : 0;
                ways.put(key, children.isEmpty() ? end
                    : children.values().stream().mapToDouble(child -> ways.getOrDefault(child, 0.0)).sum());
            }
        }
        return ways.getOrDefault(first, 0.0);
    }

    @Override
    public void close() {
        run.close();
    }
}
