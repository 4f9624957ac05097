package dev.spine.perf.report;

import dev.spine.system.output.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the comparisons of paths have in common. The paths of a table are set up side by side. In the saturation run their passes alternate,
 * so that a change of the machine's mood meets all of them, and the median by rate is told; the latency run offers 80 % of the slowest
 * path's rate. Used by one thread.
 */
public abstract class PathComparison implements ComparisonResults {
    /** Part of the slowest path's rate that is offered when latencies are taken. */
    public static final double OPEN_LOOP_SHARE = 0.8;

    private final PathPlan plan;
    private final Progress progress;
    private final List<ComparisonRecord> records = new ArrayList<>();
    private final Map<String, List<Plots.Curve>> curves = new LinkedHashMap<>();
    private final Map<String, Long> setupMessages = new LinkedHashMap<>();

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    protected PathComparison(PathPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public final List<ComparisonRecord> records() {
        return List.copyOf(records);
    }

    @Override
    public final Map<String, List<Plots.Curve>> curves() {
        return curves;
    }

    @Override
    public final Map<String, Long> setupMessages() {
        return setupMessages;
    }

    /** One path of a table, set up on a system of its own; closed with the table. */
    public interface Run extends AutoCloseable {
        /** {@return messages that the host sent and received to set the path up} */
        long setupMessages();

        @Override
        void close();
    }

    /**
     * What a latency run found.
     *
     * @param histogram in nanoseconds
     * @param offered units a second; 0 where an application orders
     * @param lost units that did not arrive
     */
    public record Latencies(Histogram histogram, long offered, long lost) {}

    /**
     * One workload on one engine and layout: a table.
     *
     * @param <R> a path
     * @param <P> what a pass of it finds
     */
    protected abstract class Table<R extends Run, P extends MeasuredPass> {
        private final String workload;
        private final String engine;
        private final String layout;
        private final String title;
        private final List<R> runs = new ArrayList<>();
        private final List<List<P>> passes = new ArrayList<>();

        /**
         * A table.
         *
         * @param workload for the records
         * @param engine for the records
         * @param layout for the records
         * @param title what progress begins with
         */
        protected Table(String workload, String engine, String layout, String title) {
            this.workload = workload;
            this.engine = engine;
            this.layout = layout;
            this.title = title + ": ";
        }

        /** Sets a path up. */
        protected abstract R setUp(String path);

        /** One pass of the saturation run. */
        protected abstract P saturate(R run, String path);

        /** The latency run at a rate, of all paths; each is {@link #record recorded}. */
        protected abstract void measure(long offered);

        /** {@return whether this machine itself runs it} */
        protected final boolean isLive() {
            return PathPlan.LIVE.equals(engine);
        }

        /** {@return the paths, in order of the plan} */
        protected final List<R> runs() {
            return runs;
        }

        /** Says what is done now. */
        protected final void show(String what) {
            progress.show(title + what);
        }

        /** {@return what a round is called; those below 0 warm up} */
        protected String round(int number) {
            return number < 0 ? ", warming up" : ", round " + (number + 1);
        }

        /** {@return passes of a path in the saturation run} */
        protected final List<P> passes(int path) {
            return passes.get(path);
        }

        /** {@return the pass of a path that is told} */
        protected final P median(int path) {
            List<P> all = passes.get(path);
            return all.stream().sorted(Comparator.comparingDouble(MeasuredPass::rate)).skip(all.size() / 2).findFirst().orElseThrow();
        }

        /**
         * Runs it.
         *
         * @param prefix of a path's name among the set-up messages
         * @param warmUps live rounds that nobody counts
         * @param found is notified of the records
         */
        public final void run(String prefix, int warmUps, FoundTables found) {
            int known = records.size();
            try {
                for (String path : plan.paths()) {
                    show("setting up path " + path);
                    R run = setUp(path);
                    runs.add(run);
                    passes.add(new ArrayList<>());
                    setupMessages.put(prefix + path, run.setupMessages());
                }
                beforeSaturation();
                for (int round = isLive() ? -warmUps : 0; round < repeats(); round++) {
                    for (int i = 0; i < runs.size(); i++) {
                        show(plan.paths().get(i) + round(round));
                        P pass = saturate(runs.get(i), plan.paths().get(i));
                        if (round >= 0) {
                            passes.get(i).add(pass);
                        }
                    }
                }
                double slowest = Double.POSITIVE_INFINITY;
                for (int i = 0; i < runs.size(); i++) {
                    slowest = Math.min(slowest, median(i).rate());
                }
                measure(Math.max(1, (long) (slowest * OPEN_LOOP_SHARE)));
            } finally {
                progress.clear();
                runs.forEach(Run::close);
            }
            found.onRecords(List.copyOf(records.subList(known, records.size())));
        }

        /** All paths are set up. */
        protected void beforeSaturation() {}

        private int repeats() {
            return isLive() ? plan.repeats() : 1;
        }

        /**
         * Writes down what was found of a path.
         *
         * @param path its number
         * @param mode of this machine between cores, or {@code "-"}
         * @param latencies of the latency run
         * @param payload bytes of the median pass
         * @param carried bytes of headers that crossed the bus with them
         * @param route of the data and why
         * @param verified whether the destination's bytes are right
         */
        protected final void record(int path, String mode, Latencies latencies, long payload, long carried, String route,
            boolean verified) {
            P pass = median(path);
            PassCosts costs = pass.costs();
            String name = plan.paths().get(path);
            records.add(new ComparisonRecord(workload, name, engine, isLive() ? "this machine" : plan.profile(), plan.seed(), repeats(),
                pass.units(), pass.seconds(), layout, mode, latencies.offered(),
                new ComparisonRecord.Rate(pass.rate(), payload * 8 / pass.seconds()),
                ComparisonRecord.Latency.of(latencies.histogram(), latencies.lost()),
                new ComparisonRecord.Host(costs.hostMessages(), costs.hostInterrupts(), pass.hostShare(),
                    costs.accounts().hostMemoryBytes()),
                new ComparisonRecord.Bus(costs.accounts().dataBytes(), carried, costs.accounts().controlBytes(),
                    payload == 0 ? 0 : (costs.accounts().dataBytes() - carried) / (double) payload),
                costs.processorSeconds(), isLive() && pass.units() > 0 ? costs.allocatedBytes() / (double) pass.units() : 0, route,
                pass.lost(), verified, costs.cardMemory()));
            curves.computeIfAbsent(workload + ", " + engine + ", " + layout, _ -> new ArrayList<>())
                .add(Plots.Curve.of(name, latencies.histogram()));
        }
    }
}
